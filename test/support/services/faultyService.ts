import type { SampleSource } from "../../../src/sample/sampleSource";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import type { SampleRequest } from "../../../src/sample/http";
import { sampleRequest, sendResponse } from "../../../src/sample/http";
import type { Failing, Odd, Paging, Sound } from "./faults";
import { page } from "./scriptedAnswers";
import { ScriptedService } from "./scriptedService";

export interface FaultyServiceOptions {
  readonly source: SampleSource;
  readonly key: string;
  readonly now: () => number;
  /** Every request comes over a connection of its own, and has to find its way anew. */
  readonly freshConnections?: true;
}

type Fault = Failing | Odd | Paging;
type List = Sound["list"];

/** The sample service with a fault that a test puts in and takes out, and another service that must never be asked. */
export class FaultyService {
  private current: readonly Fault[] = [];
  private readonly asked = { events: 0, collections: 0 };

  private constructor(
    readonly service: ScriptedService,
    readonly elsewhere: ScriptedService,
  ) {}

  static async start({ source, key, now, freshConnections }: FaultyServiceOptions): Promise<FaultyService> {
    const own: { service?: FaultyService } = {};
    const handler = sampleHandler({ source, key, now });
    const elsewhere = await ScriptedService.start();
    const service = await ScriptedService.start({
      fallback: (message, response) => {
        message.resume();
        response.shouldKeepAlive &&= !freshConnections;
        const request = sampleRequest(message);
        const list = request.target.includes("/feed") ? "events" : "collections";
        const { fault, nth } = own.service?.met(list) ?? { nth: 0 };
        const sound = handler(fault && "ask" in fault ? reread(request, fault.ask) : request);
        if (fault === undefined || sound.status !== 200) {
          void sendResponse(response, sound, message.headers["accept-encoding"]);
          return;
        }
        const body = JSON.parse(sound.body) as Record<string, unknown>;
        const whole: Sound = {
          list,
          page: body,
          long: JSON.stringify({ ...body, filler: filler() }),
          target: request.target,
          nth,
          elsewhere: elsewhere.origin,
        };
        const answer = "change" in fault ? page(fault.change(body)) : fault.answer(whole);
        Promise.resolve(answer(response, message)).catch(() => response.destroy());
      },
    });
    return (own.service = new FaultyService(service, elsewhere));
  }

  get origin(): string {
    return this.service.origin;
  }

  /** Each goes for every request it fits, as long as it is there; the first one that fits counts. */
  set faults(faults: readonly Fault[]) {
    this.current = faults;
    Object.assign(this.asked, { events: 0, collections: 0 });
  }

  get faults(): readonly Fault[] {
    return this.current;
  }

  private met(list: List): { fault: Fault | undefined; nth: number } {
    return {
      fault: this.current.find((one) => !("list" in one) || one.list === list),
      nth: ++this.asked[list],
    };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.service.dispose(), this.elsewhere.dispose()]);
  }
}

/** The request with other parameters. */
function reread(request: SampleRequest, change: Paging["ask"]): SampleRequest {
  const url = new URL(request.target, "http://localhost");
  change(url.searchParams);
  return { ...request, target: url.pathname + url.search };
}

/** Some 80 kB that compress to more than 2 kB. */
function filler(): string[] {
  return Array.from({ length: 4000 }, (_, n) => `line ${(n * 2_654_435_761) % 4_294_967_296}`);
}
