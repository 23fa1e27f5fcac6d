import type uPlot from "uplot";

export type PlotLibrary = typeof uPlot;

/** uPlot is a fifth of the page's script, and no row needs it. */
export async function loadPlotLibrary(): Promise<PlotLibrary> {
  ensureLanguageTag();
  return (await import("uplot")).default;
}

/**
 * uPlot formats numbers for `navigator.language` as soon as it is loaded. Under POSIX locales browsers report values such as
 * `en-US@posix`, which are not language tags: it would fail to load.
 */
function ensureLanguageTag(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US" });
  }
}
