import { ServiceProcess } from "./serviceProcess";

export interface CorpusServiceOptions {
  /** How many events of the corpus are served, newest first. */
  readonly events: number;
  /** Of every page, whatever is asked for. */
  readonly pageSize: number;
  /** Waited before each answer; 0 unless told. */
  readonly latencyMs?: number;
}

/**
 * The feed endpoint over events of the corpus: pages are made before it is ready. Its cursors are page numbers; key and
 * filters are not looked at.
 */
export function startCorpusService(options: CorpusServiceOptions): Promise<ServiceProcess> {
  return ServiceProcess.start("corpusService", JSON.stringify(options));
}
