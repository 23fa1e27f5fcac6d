// `npm run sample`: runs only the sample service, until Ctrl+C.
import { SampleService } from "../../../src/sample/sampleService";

const service = new SampleService();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => service.dispose());
}
const { baseUrl, key } = await service.start();
console.log(`URL  ${baseUrl}`);
console.log(`Key  ${key}`);
console.log(
  `\ncurl -s --compressed -H 'Authorization: Bearer ${key}' '${baseUrl}/v2/collections?limit=3&offset=0'`,
);
console.log("\nChanges last until the service is stopped. Press Ctrl+C to stop it.");
