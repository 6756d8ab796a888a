// Which files of @toolwright/core stand together. What the main entry needs at once stands in two files, which the
// subpaths share; so does what the first run loads, and what few runs need.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The groups of rolldown's `codeSplitting`, from the compiled files: call it after `tsc -b`. */
export function coreGroups() {
  const neededAtOnce = loadedWith(["index.js"]);
  const neededToRun = loadedWith(["loop/start-run.js", "run/machinery.js"]);
  const neededByLoops = loadedWith(["faces/tool.js", "loop/tool-loop.js", "loop/start-run.js", "run/machinery.js"]);
  const neededToSummarise = loadedWith(["telemetry/index.js"]);
  const neededBeside = loadedWith(["internal/index.js", "prompt/index.js", "class-tools/index.js"]);
  const neededRarely = loadedLater(neededToRun);
  /**
   * What stands for secrets that are given needs nothing but what the main entry exports: Node has that at hand, and a
   * page may wait for it.
   */
  const isAtHand = (file) => neededAtOnce.has(file) || file.endsWith("/secrets/scrubber-for.js");
  /** The little that other entries need of the machinery stands with what is there at once. */
  const isShared = (file) => neededByLoops.has(file) && (neededAtOnce.has(file) || neededToSummarise.has(file));
  return [
    { name: "shared", test: isShared, priority: 5 },
    { name: "more", test: isAtHand, priority: 4 },
    // Small things of several subpaths, which what is there at once has no use for.
    {
      name: "apart",
      test: /\/(json\/present|model\/(around|content-text)|class-tools\/recorded-reads)\.js$/,
      priority: 3,
    },
    // A search of tools needs these, and little else of what few runs need.
    { name: "patterns", test: /\/text\/(linear-regexp|parse-pattern|pattern-|step-set)/, priority: 3 },
    { name: "machinery", test: (file) => neededToRun.has(file), priority: 3 },
    // The packages beside core need a fifth of what few runs need, and should not read the rest.
    { name: "beside", test: (file) => neededRarely.has(file) && neededBeside.has(file), priority: 2 },
    { name: "rare", test: (file) => neededRarely.has(file), priority: 1 },
  ];
}

function loadedWith(files) {
  return files.reduce((found, file) => staticImports(resolve("runtime/core/dist", file), found), new Set());
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
