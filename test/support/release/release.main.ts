/** `npm run release -- <version>`: cuts a release, as docs/releasing.md describes. */
import { runMain } from "../runner/cli";
import { root } from "../runner/paths";
import { cutRelease } from "./release";

await runMain(() => {
  const tag = cutRelease(root, process.argv[2] ?? "", new Date());
  console.log(`Committed and tagged ${tag}. Look at it with: git show ${tag}`);
  console.log(`Then push: git push --atomic origin main ${tag}`);
  return Promise.resolve(0);
});
