// Runs the benchmark with an index in the list for run.main.ts.
import { tell } from "./apart";
import { benchmarks } from "./benchmarks";

tell(await benchmarks[Number(process.argv[2])]?.run());
