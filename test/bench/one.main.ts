// Runs one benchmark, named by its place in the list, and tells its figures (run.main.ts).
import { tell } from "./apart";
import { benchmarks } from "./benchmarks";

tell(await benchmarks[Number(process.argv[2])]?.run());
