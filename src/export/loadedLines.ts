import type { Item } from "../api/types";
import type { CompanyEvent } from "../shared/companyEvent";
import { yieldToEventLoop } from "../util/timeSlices";
import { RecentIds } from "./recentIds";

/** Events encoded before other work gets a turn. */
const batchSize = 200;

/** The JSON of loaded events, each once: others that are loaded meanwhile may move them. */
export class LoadedLines implements AsyncIterable<string[]> {
  /** Number of events so far. */
  count = 0;

  constructor(private readonly events: Iterable<Item<CompanyEvent>>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<string[]> {
    const ids = new RecentIds();
    let batch: string[] = [];
    for (const item of this.events) {
      if (ids.add(item.value.id)) {
        batch.push(lineOf(item));
        this.count++;
      }
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
        await yieldToEventLoop();
      }
    }
    yield batch;
  }
}

/** An event's JSON on one line: in JSON a raw line break can occur only between tokens, where it has no meaning. */
export function lineOf({ json }: Pick<Item<CompanyEvent>, "json">): string {
  return json.replace(/[\r\n]+/g, "");
}
