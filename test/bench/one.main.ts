// Runs the benchmark with an index in the list for run.main.ts.
import { sendResult } from "./separateProcess";
import { benchmarks } from "./benchmarks";

sendResult(await benchmarks[Number(process.argv[2])]?.run());
