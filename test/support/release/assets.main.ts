/** `npm run release:assets -- [tag]`: writes the files of a release to release/, as docs/releasing.md describes. */
import { runMain } from "../runner/cli";
import { writeAssets } from "./assets";

await runMain(async () => {
  // A workflow gives an empty text where there is no tag.
  const names = await writeAssets(process.argv[2] || undefined);
  console.log(`In release/: ${names.join(", ")}`);
  return 0;
});
