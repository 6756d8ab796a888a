// Joins the compiled files of @toolwright/core: an import in Node then costs a few file reads instead of a hundred, and a page
// gets a few chunks. What the main entry needs at once stands in one file, which the subpaths share, so that a program that
// imports several of them gets every class once; so does what the first run loads, and what few runs need. The rest keeps files of
// its own.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { rolldown } from "rolldown";

const folder = "packages/core/dist/joined";
const { exports } = JSON.parse(readFileSync("packages/core/package.json", "utf8"));
const entries = Object.values(exports).filter((conditions) => conditions.default.includes("/joined/"));
const neededAtOnce = loadedWith(["index.js"]);
const neededToRun = loadedWith(["loop/start-run.js", "run/machinery.js"]);
const neededByLoops = loadedWith(["faces/tool.js", "loop/tool-loop.js", "loop/start-run.js", "run/machinery.js"]);
const neededRarely = loadedLater(neededToRun);

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
  // Lines stay lines, and functions keep their names: when something throws, Node prints the line and who called. Names within
  // functions are cut to a letter, for V8 reads every character of a file before anything of it runs.
  comments: { annotation: true, jsdoc: false, legal: false },
  minify: { compress: false, mangle: { toplevel: false }, codegen: { removeWhitespace: false } },
  codeSplitting: {
    groups: [
      { name: "shared", test: (file) => isShared(file), priority: 4 },
      { name: "more", test: (file) => isAtHand(file), priority: 3 },
      // A search of tools needs these, and little else of what few runs need.
      { name: "patterns", test: /\/text\/(linear-regexp|parse-pattern|pattern-|step-set)/, priority: 2 },
      { name: "machinery", test: (file) => neededToRun.has(file), priority: 2 },
      { name: "rare", test: (file) => neededRarely.has(file), priority: 1 },
    ],
  },
});
await bundle.close();
moveHelper();

/** What stands for secrets that are given needs nothing but what the main entry exports: Node has that at hand, and a page may wait for it. */
function isAtHand(file) {
  return neededAtOnce.has(file) || file.endsWith("/secrets/scrubber-for.js");
}

/** What the rare part needs of the machinery stands with what is there at once: a bundler then makes no further file of it. */
function isShared(file) {
  return neededAtOnce.has(file) ? neededByLoops.has(file) : neededToRun.has(file) && neededRarely.has(file);
}

function loadedWith(files) {
  return files.reduce((found, file) => staticImports(resolve("packages/core/dist", file), found), new Set());
}

/** All that these files load when they need it, and that loads in turn. */
function loadedLater(files) {
  const later = new Set();
  const search = [...files];
  for (const file of search) {
    // A face runs calls of its own, with a runner: what it loads stands apart.
    if (file.includes("/faces/")) continue;
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g)) {
      for (const found of staticImports(resolve(dirname(file), path))) {
        if (later.has(found) || found.endsWith("cfworker-validator.js")) continue;
        later.add(found);
        search.push(found);
      }
    }
  }
  return later;
}

/** A compiled file and all that it imports, but for what it imports on first use. */
function staticImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm)) {
    staticImports(resolve(dirname(file), path), found);
  }
  return found;
}

/** What makes an object of a file's exports would be a file of its own, which is read at every import: it moves into the first one. */
function moveHelper() {
  const helper = `export function __exportAll(all) {
	const target = {};
	for (const name in all) Object.defineProperty(target, name, { get: all[name], enumerable: true });
	return Object.defineProperty(target, Symbol.toStringTag, { value: "Module" });
}
`;
  const used = 'import { t as __exportAll } from "./rolldown-runtime.js";';
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const file = join(folder, name);
    const isFirst = name === "shared.js";
    const code = readFileSync(file, "utf8").replace(used, isFirst ? "" : 'import { __exportAll } from "./shared.js";');
    if (code.includes("rolldown-runtime")) throw new Error(`${name} imports what is moved here in another form.`);
    writeFileSync(file, isFirst ? code.replace("//# sourceMappingURL", (end) => helper + end) : code);
  }
  for (const end of ["", ".map"]) rmSync(join(folder, `rolldown-runtime.js${end}`), { force: true });
}
