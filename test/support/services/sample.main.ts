// The sample service by itself: `npm run sample [-- --port <n>] [-- --seed <n>]`, until Ctrl+C.
import { parseArgs } from "node:util";
import { SampleData } from "../../../src/sample/sampleData";
import { SampleService } from "../../../src/sample/sampleService";
import { curlLine, sampleCommands } from "./sampleCommands";

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
  const data = new SampleData(seed);
  const service = new SampleService({ source: data, port });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => service.dispose());
  }
  const endpoint = await service.start();
  console.log(`URL  ${endpoint.baseUrl}`);
  console.log(`Key  ${endpoint.key}`);
  for (const command of sampleCommands(data, Date.now())) {
    console.log(`\n# ${command.title}\n${curlLine(command, endpoint)}`);
  }
  console.log("\nChanges last until the service is stopped. Press Ctrl+C to stop it.");
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
