import { stat } from "node:fs/promises";
import type { Metafile } from "esbuild";
import { vsixPath } from "../support/runner/paths";
import { benchmark, type Figure } from "./benchmark";
import { productionBundles, productionVsix } from "./production";
import { loadedWith, readBundleGraph } from "../support/release/bundleGraph";

/** Minified code that is loaded into memory. 1 kB is 1,000 bytes. */
export const bundleSizeBenchmark = benchmark({
  rows: {
    "size: loaded at activation": {
      measures: "extension.js and the chunks it imports statically",
      unit: "kB",
      atMost: 150,
    },
    "size: host": { measures: "all that the extension host can load", unit: "kB" },
    "size: page": { measures: "script, styles and fonts of the feed panel's page", unit: "kB" },
  },
  async run() {
    await productionBundles();
    const { host, page } = await readBundleGraph();
    return {
      "size: loaded at activation": kilobytes(bytesOf(host, loadedWith(host, "dist/extension.js"))),
      "size: host": kilobytes(bytesOf(host, Object.keys(host.outputs))),
      "size: page": kilobytes(bytesOf(page, Object.keys(page.outputs))),
    };
  },
});

/** The download. */
export const vsixSizeBenchmark = benchmark({
  rows: { "size: VSIX": { measures: "the package that is installed", unit: "kB", atMost: 640 } },
  async run() {
    await productionVsix();
    return { "size: VSIX": kilobytes((await stat(vsixPath)).size) };
  },
});

function bytesOf({ outputs }: Metafile, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
}

function kilobytes(bytes: number): Figure {
  return { samples: [bytes / 1_000] };
}
