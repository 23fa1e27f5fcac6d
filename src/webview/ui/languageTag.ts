/**
 * uPlot formats numbers for `navigator.language` as soon as it is loaded. Under POSIX locales browsers report values such as
 * `en-US@posix`, which are not language tags: the page would fail to start. Must be imported before uPlot.
 */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US" });
}
