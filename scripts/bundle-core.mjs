// Joins the compiled files of @toolwright/core: an import in Node then costs a few file reads instead of a hundred, and a page
// gets a few chunks. What the main entry needs at once stands in one file, which the subpaths share, so that a program that
// imports several of them gets every class once; so does what the first run loads. The rest keeps files of its own.
import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { rolldown } from "rolldown";

const folder = "packages/core/dist/joined";
const { exports } = JSON.parse(readFileSync("packages/core/package.json", "utf8"));
const entries = Object.values(exports).filter((conditions) => conditions.default.includes("/joined/"));
const neededAtOnce = staticImports(resolve("packages/core/dist/index.js"));
const neededToRun = ["loop/start-run.js", "run/machinery.js"].reduce(
  (found, file) => staticImports(resolve("packages/core/dist", file), found),
  new Set(),
);

const neededByLoops = ["faces/tool.js", "loop/tool-loop.js"].reduce(
  (found, file) => staticImports(resolve("packages/core/dist", file), found),
  new Set(neededToRun),
);

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(
    entries.map((entry) => [basename(entry.default, ".js"), `packages/core/${entry.types.replace(/\.d\.ts$/, ".js")}`]),
  ),
  external: /^@cfworker\//,
  platform: "neutral",
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: folder,
  sourcemap: true,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  // Lines stay lines: when something throws, Node prints the one it was thrown in.
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
  codeSplitting: {
    groups: [
      { name: "shared", test: (file) => neededAtOnce.has(file) && neededByLoops.has(file), priority: 3 },
      { name: "more", test: (file) => neededAtOnce.has(file), priority: 2 },
      { name: "machinery", test: (file) => neededToRun.has(file), priority: 1 },
    ],
  },
});
await bundle.close();

/** A compiled file and all that it imports, but for what it imports on first use. */
function staticImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm)) {
    staticImports(resolve(dirname(file), path), found);
  }
  return found;
}
