import { stat } from "node:fs/promises";
import type { Metafile } from "esbuild";
import { packageVsix } from "../support/build";
import { vsixPath } from "../support/paths";
import { benchmark, type Figure } from "./benchmark";
import { loadedWith, readBundleGraph } from "../support/bundleGraph";

/** Sizes as a person's disk and memory know them. 1 kB is 1,000 bytes. */
export const sizeBenchmark = benchmark({
  rows: {
    "size: loaded at activation": {
      measures: "extension.js and the chunks it imports statically, minified",
      unit: "kB",
      atMost: 150,
    },
    "size: host": { measures: "all that the extension host can load", unit: "kB" },
    "size: page": { measures: "script, styles and fonts of the feed panel's page", unit: "kB" },
    "size: VSIX": { measures: "the package as it is installed", unit: "kB", atMost: 500 },
  },
  needsBundles: true,
  async run() {
    const { host, page } = await readBundleGraph();
    await packageVsix();
    return {
      "size: loaded at activation": kilobytes(bytesOf(host, loadedWith(host, "dist/extension.js"))),
      "size: host": kilobytes(bytesOf(host, Object.keys(host.outputs))),
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
