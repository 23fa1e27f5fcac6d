// The sample service by itself: `npm run sample [-- --port <n>] [-- --seed <n>]`, until Ctrl+C.
import { parseArgs } from "node:util";
import { SampleData } from "../../../src/sample/sampleData";
import { SampleService } from "../../../src/sample/sampleService";

const { values } = parseArgs({ options: { port: { type: "string" }, seed: { type: "string" } } });

function wholeNumber(name: string, text: string, high: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > high) {
    throw new RangeError(`--${name} takes a whole number from 0 to ${high}, not "${text}".`);
  }
  return value;
}

async function main(): Promise<void> {
  const seed = values.seed === undefined ? undefined : wholeNumber("seed", values.seed, 2 ** 32);
  const port = values.port === undefined ? 0 : wholeNumber("port", values.port, 65_535);
  const service = new SampleService({ source: new SampleData(seed), port });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => service.dispose());
  }
  const endpoint = await service.start();
  console.log(`URL  ${endpoint.baseUrl}`);
  console.log(`Key  ${endpoint.key}`);
  console.log(
    `\ncurl -s --compressed -H 'Authorization: Bearer ${endpoint.key}' '${endpoint.baseUrl}/v2/collections?limit=3&offset=0'`,
  );
  console.log("\nChanges last until the service is stopped. Press Ctrl+C to stop it.");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
