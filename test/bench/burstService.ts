import { ServiceProcess } from "./serviceProcess";

export interface BurstOptions {
  /** Number of events of the last ten minutes. */
  readonly loaded: number;
  /** Number of further events, just published, between requests for `/burst` and `/calm`. */
  readonly burst: number;
}

/** The sample service's endpoints over a corpus that grows all at once; takes the key of benchmarks. */
export function startBurstService(options: BurstOptions): Promise<ServiceProcess> {
  return ServiceProcess.start("burstService", JSON.stringify(options));
}
