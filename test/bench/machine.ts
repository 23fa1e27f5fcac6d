import os from "node:os";

/** Where figures were made: they are worth nothing without it. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly node: string;
  /** Mean number of processes that wanted to run in the minute before. */
  readonly load: number;
}

export function thisMachine(): Machine {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? "unknown",
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    platform: `${os.platform()} ${os.release()} ${os.arch()}`,
    node: process.version,
    load: Number((os.loadavg()[0] ?? 0).toFixed(2)),
  };
}

/** In one line. */
export function machineText({ cpu, cores, memoryGiB, platform, node, load }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}, Node ${node}, load ${load}`;
}
