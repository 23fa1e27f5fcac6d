import { ServiceProcess } from "./serviceProcess";

export interface CorpusServiceOptions {
  /** Number of events, newest first. */
  readonly events: number;
  /** Of every page, regardless of the request. */
  readonly pageSize: number;
  /** Before each response; 0 by default. */
  readonly latencyMs?: number;
}

/** The feed endpoint over the corpus, with prepared pages. Cursors are page numbers; key and filters are ignored. */
export function startCorpusService(options: CorpusServiceOptions): Promise<ServiceProcess> {
  return ServiceProcess.start("corpusService", JSON.stringify(options));
}
