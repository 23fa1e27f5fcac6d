import { ServiceProcess } from "./serviceProcess";

/** Events that the service has. */
export interface BurstOptions {
  /** At any time, from the last ten minutes. */
  readonly loaded: number;
  /** More of them, just published, from when `/burst` was asked for until `/calm` is. */
  readonly burst: number;
}

/** The sample service's endpoints over a corpus that grows all at once; takes the key of benchmarks. */
export function startBurstService(options: BurstOptions): Promise<ServiceProcess> {
  return ServiceProcess.start("burstService", JSON.stringify(options));
}
