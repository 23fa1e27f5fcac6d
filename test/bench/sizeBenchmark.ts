import { stat } from "node:fs/promises";
import type { Metafile } from "esbuild";
import { loadedWith, readBundleGraph } from "../support/release/bundleGraph";
import { vsixPath } from "../support/runner/paths";
import { benchmark, type Figure } from "./benchmark";
import { productionVsix } from "./product";

/** Minified code that is loaded into memory, and the download. 1 kB is 1,000 bytes. */
export const sizeBenchmark = benchmark({
  rows: {
    "size: loaded at activation": {
      measures: "extension.js and the chunks it imports statically",
      unit: "kB",
      atMost: 150,
    },
    "size: page": { measures: "script, styles and fonts of the feed panel's page", unit: "kB" },
    "size: VSIX": { measures: "the package that is installed", unit: "kB", atMost: 640 },
  },
  async run() {
    await productionVsix();
    const { host, page } = await readBundleGraph();
    return {
      "size: loaded at activation": kilobytes(bytesOf(host, loadedWith(host, "dist/extension.js"))),
      "size: page": kilobytes(bytesOf(page, Object.keys(page.outputs))),
      "size: VSIX": kilobytes((await stat(vsixPath)).size),
    };
  },
});

function bytesOf({ outputs }: Metafile, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
}

function kilobytes(bytes: number): Figure {
  return { samples: [bytes / 1_000] };
}
