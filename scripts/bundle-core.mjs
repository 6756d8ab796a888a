// Joins the compiled files of @toolwright/core into one for Node, where an import then costs one file read instead of a
// hundred. Bundlers for browsers get the single files, and load on first use what a page may never need.
import { rmSync } from "node:fs";
import { rolldown } from "rolldown";

const file = "packages/core/dist/node/index.js";
rmSync("packages/core/dist/node", { recursive: true, force: true });
const bundle = await rolldown({
  input: "packages/core/dist/index.js",
  external: /^@cfworker\//,
  platform: "neutral",
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({ file, format: "esm", codeSplitting: false });
await bundle.close();
