import type { SampleSource } from "../../../src/sample/sampleSource";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SampleHandler } from "../../../src/sample/http";
import { readRequest, sendResponse } from "../../../src/sample/http";
import type { ErrorFault, PageFault } from "./faults";
import { page } from "./scriptedAnswers";
import { ScriptedService } from "./scriptedService";

export interface FaultyServiceOptions {
  readonly source: SampleSource;
  readonly key: string;
  readonly now: () => number;
}

type Fault = ErrorFault | PageFault;

/** The sample service with faults that a test sets, and another service that must never receive a request. */
export class FaultyService {
  /** For each request, the first one that matches applies. */
  faults: readonly Fault[] = [];

  private constructor(
    readonly service: ScriptedService,
    readonly elsewhere: ScriptedService,
    { source, key, now }: FaultyServiceOptions,
  ) {
    const handler = sampleHandler({ source, key, now });
    service.fallback = (message, response) => {
      this.answer(handler, message, response).catch(() => response.destroy());
    };
  }

  static async start(options: FaultyServiceOptions): Promise<FaultyService> {
    return new FaultyService(await ScriptedService.start(), await ScriptedService.start(), options);
  }

  get origin(): string {
    return this.service.origin;
  }

  private async answer(
    handler: SampleHandler,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const request = await readRequest(message);
    const { target } = request;
    const list = target.includes("/feed") ? "events" : "collections";
    const fault = this.faults.find((one) => !("list" in one) || one.list === list);
    const normal = handler(request);
    if (fault === undefined || normal.status !== 200) {
      sendResponse(response, normal);
      return;
    }
    const body = JSON.parse(normal.body) as Record<string, unknown>;
    const long = JSON.stringify({ ...body, filler: filler() });
    const whole = { list, page: body, long, target, elsewhere: this.elsewhere.origin } as const;
    await ("change" in fault ? page(fault.change(body)) : fault.answer(whole))(response, message);
  }

  async dispose(): Promise<void> {
    await Promise.all([this.service.dispose(), this.elsewhere.dispose()]);
  }
}

/** About 80 kB that compress to more than 2 kB. */
function filler(): string[] {
  return Array.from({ length: 4000 }, (_, n) => `line ${(n * 2_654_435_761) % 4_294_967_296}`);
}
