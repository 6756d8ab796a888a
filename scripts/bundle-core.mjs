// Joins the compiled files of @toolwright/core for Node, where an import then costs a file read or two instead of a
// hundred. What the main entry and the subpaths have in common stands in one chunk, so that a program that imports
// several of them gets every class once. Bundlers for browsers get the single files, and load on first use what a page
// may never need.
import { readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { rolldown } from "rolldown";

const folder = "packages/core/dist/node";
const { exports } = JSON.parse(readFileSync("packages/core/package.json", "utf8"));
const entries = Object.values(exports).filter((conditions) => conditions.node !== undefined);
const subpaths = entries
  .map(({ default: file }) => file.split("/").slice(2, -1).join("/"))
  .filter((path) => path !== "");

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(entries.map(({ node, default: file }) => [basename(node, ".js"), `packages/core/${file}`])),
  external: /^@cfworker\//,
  platform: "neutral",
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: folder,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  codeSplitting: { groups: [{ name: "shared", test: isShared }] },
});
await bundle.close();

/** True for a module that belongs to no subpath. */
function isShared(file) {
  return !subpaths.some((path) => file.includes(`/dist/${path}/`));
}
