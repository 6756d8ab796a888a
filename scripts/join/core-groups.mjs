// Which files of @toolwright/core stand together. There is one border: what a program has when it imports core, and
// what its first run or call loads. What few runs need stands in files of their own behind that: what judges arguments
// by a plain JSON Schema, and what is loaded by the configuration of a run. The subpaths share all of these.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const DIST = "runtime/core/dist";
const MACHINERY = ["loop/start-run.js", "run/machinery.js"];
const SUBPATHS = ["internal", "prompt", "class-tools", "graph", "strict", "telemetry", "tool-search", "testing"];

/** The groups of rolldown's `codeSplitting`, from the compiled files: call it after `tsc -b`. */
export function coreGroups() {
  const atImport = importedBy(["index.js"]);
  const firstRun = importedBy(["faces/define-tool.js", "loop/tool-loop.js", ...MACHINERY]);
  const rare = loadedLater([...atImport, ...firstRun]);
  const judging = importedBy(["schema/check/judged-check.js", "schema/validators/remembering-validator.js"]);
  const subpaths = importedBy(SUBPATHS.map((name) => join(name, "index.js")));
  return [
    // Two files: where one is imported on first use, the bundler of a page keeps all of it.
    { name: "shared", test: (file) => atImport.has(file) && firstRun.has(file), priority: 6 },
    // What masks secrets that are given needs nothing but what is there, and little of that is a page in want of.
    { name: "more", test: (file) => atImport.has(file) || file.endsWith("/secrets/scrubber-for.js"), priority: 5 },
    { name: "machinery", test: (file) => firstRun.has(file), priority: 4 },
    // A tool with a plain JSON Schema, as servers give them, is called more often than anything else here.
    { name: "judging", test: (file) => judging.has(file), priority: 3 },
    // Subpaths need a little of what few runs need, and should not read the rest.
    { name: "beside", test: (file) => rare.has(file) && subpaths.has(file), priority: 2 },
    { name: "rare", test: (file) => rare.has(file), priority: 1 },
    { name: "subpaths", test: (file) => subpaths.has(file), minShareCount: 2, priority: 0 },
  ];
}

/** These files and all that they import, but for what is imported on first use. */
function importedBy(files) {
  const found = new Set();
  for (const file of files) addImports(resolve(DIST, file), found);
  return found;
}

function addImports(file, found) {
  if (found.has(file)) return;
  found.add(file);
  for (const path of pathsIn(file, /^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";/gm)) addImports(path, found);
}

/** What these files import on first use, with all that it imports, but for the validator: that is large, and rare. */
function loadedLater(files) {
  const later = new Set(files);
  for (const file of later) {
    for (const path of pathsIn(file, /\bimport\("(\.[^"]+)"\)/g)) {
      if (!path.endsWith("/cfworker-validator.js")) addImports(path, later);
    }
  }
  for (const file of files) later.delete(file);
  return later;
}

function pathsIn(file, written) {
  return [...readFileSync(file, "utf8").matchAll(written)].map(([, path]) => resolve(dirname(file), path));
}
