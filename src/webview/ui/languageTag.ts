/**
 * uPlot takes `navigator.language` for a language tag as soon as it is loaded. Under POSIX locales browsers have things like
 * `en-US@posix` there, which are none: the page would end with it. Has to be imported before uPlot.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US" });
}
