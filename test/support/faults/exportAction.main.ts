/** Plays one action of an export, and is killed at one of its file operations. argv: `KilledAction` as JSON. */
import { nodeFileSystem } from "../../../src/util/fileSystem";
import { systemClock } from "../../../src/util/clock";
import { ExportWindow, type KilledAction } from "./exportWindow";
import { FaultyFileSystem } from "./stepFaults";

const { root, format, action, step, fault } = JSON.parse(process.argv[2] ?? "") as KilledAction;
const files = new FaultyFileSystem(nodeFileSystem, step, fault);
await new ExportWindow(root, format, { files, clock: systemClock }).play(action);
