import type { SampleSource } from "../../../src/sample/sampleSource";
import { sampleHandler } from "../../../src/sample/sampleHandler";
import type { SampleRequest } from "../../../src/sample/http";
import { readRequest, sendResponse } from "../../../src/sample/http";
import type { ErrorFault, PageFault, PagingFault, NormalResponse } from "./faults";
import { page } from "./scriptedAnswers";
import { ScriptedService } from "./scriptedService";

export interface FaultyServiceOptions {
  readonly source: SampleSource;
  readonly key: string;
  readonly now: () => number;
  /** Each request needs a new connection, and so a name lookup. */
  readonly freshConnections?: true;
}

type Fault = ErrorFault | PageFault | PagingFault;
type List = NormalResponse["list"];

/** The sample service with faults that a test sets, and another service that must never receive a request. */
export class FaultyService {
  private current: readonly Fault[] = [];
  private readonly requestCounts = { events: 0, collections: 0 };

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
        const answer = async (): Promise<void> => {
          response.shouldKeepAlive &&= !freshConnections;
          const request = await readRequest(message);
          const list = request.target.includes("/feed") ? "events" : "collections";
          const { fault, nth } = own.service?.faultFor(list) ?? { nth: 0 };
          const normal = handler(fault && "ask" in fault ? withParameters(request, fault.ask) : request);
          if (fault === undefined || normal.status !== 200) {
            sendResponse(response, normal);
            return;
          }
          const body = JSON.parse(normal.body) as Record<string, unknown>;
          const whole: NormalResponse = {
            list,
            page: body,
            long: JSON.stringify({ ...body, filler: filler() }),
            target: request.target,
            nth,
            elsewhere: elsewhere.origin,
          };
          await ("change" in fault ? page(fault.change(body)) : fault.answer(whole))(response, message);
        };
        answer().catch(() => response.destroy());
      },
    });
    return (own.service = new FaultyService(service, elsewhere));
  }

  get origin(): string {
    return this.service.origin;
  }

  /** For each request, the first fault that matches applies. */
  set faults(faults: readonly Fault[]) {
    this.current = faults;
    Object.assign(this.requestCounts, { events: 0, collections: 0 });
  }

  get faults(): readonly Fault[] {
    return this.current;
  }

  private faultFor(list: List): { fault: Fault | undefined; nth: number } {
    return {
      fault: this.current.find((one) => !("list" in one) || one.list === list),
      nth: ++this.requestCounts[list],
    };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.service.dispose(), this.elsewhere.dispose()]);
  }
}

function withParameters(request: SampleRequest, change: PagingFault["ask"]): SampleRequest {
  const url = new URL(request.target, "http://localhost");
  change(url.searchParams);
  return { ...request, target: url.pathname + url.search };
}

/** About 80 kB that compress to more than 2 kB. */
function filler(): string[] {
  return Array.from({ length: 4000 }, (_, n) => `line ${(n * 2_654_435_761) % 4_294_967_296}`);
}
