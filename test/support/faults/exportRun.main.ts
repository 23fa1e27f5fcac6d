/** Exports, and is killed at one of its file operations. argv: `KilledRun` as JSON. */
import { systemClock } from "../../../src/util/clock";
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { testClient } from "../services/testClient";
import { ExportRun, type KilledRun } from "./exportRun";
import { FaultyFileSystem } from "./stepFaults";

const { folder, format, origin, step } = JSON.parse(process.argv[2] ?? "") as KilledRun;
const files = new FaultyFileSystem(nodeFileSystem, step, { kind: "kill" });
await new ExportRun(folder, format, { files, clock: systemClock }).run(testClient({ baseUrl: origin }));
