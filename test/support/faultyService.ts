import type { SampleSource } from "../../src/sample/sampleSource";
import { sampleHandler } from "../../src/sample/sampleHandler";
import { requestOf, send } from "../../src/sample/transport";
import type { Failing, Odd, Sound } from "./faults";
import { page } from "./scriptedAnswers";
import { ScriptedService } from "./scriptedService";

export interface FaultyServiceOptions {
  readonly source: SampleSource;
  readonly key: string;
  readonly now: () => number;
}

/** The sample service with a fault that a test puts in and takes out, and another service that must never be asked. */
export class FaultyService {
  /** Each goes for every request it fits, as long as it is there; the first one that fits counts. */
  faults: readonly (Failing | Odd)[] = [];

  private constructor(
    readonly service: ScriptedService,
    readonly elsewhere: ScriptedService,
  ) {}

  static async start({ source, key, now }: FaultyServiceOptions): Promise<FaultyService> {
    const own: { service?: FaultyService } = {};
    const handler = sampleHandler({ source, key, now });
    const elsewhere = await ScriptedService.start();
    const service = await ScriptedService.start({
      fallback: (message, response) => {
        message.resume();
        const request = requestOf(message);
        const sound = handler(request);
        const list = request.target.includes("/feed") ? "events" : "collections";
        const fault = own.service?.faults.find((one) => !("list" in one) || one.list === list);
        if (fault === undefined || sound.status !== 200) {
          void send(response, sound, message.headers["accept-encoding"]);
          return;
        }
        const body = JSON.parse(sound.body) as Record<string, unknown>;
        const whole: Sound = {
          list,
          page: body,
          long: JSON.stringify({ ...body, filler: filler() }),
          target: request.target,
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

  async dispose(): Promise<void> {
    await Promise.all([this.service.dispose(), this.elsewhere.dispose()]);
  }
}

/** Some 80 kB that compress to more than 2 kB. */
function filler(): string[] {
  return Array.from({ length: 4000 }, (_, n) => `line ${(n * 2_654_435_761) % 4_294_967_296}`);
}
