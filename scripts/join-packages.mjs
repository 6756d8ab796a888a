// Joins the compiled files of packages: an import in Node then costs a few file reads instead of a hundred, and a page
// gets a few chunks. What several entries of a package need stands in a file that they share, so that a program which
// imports two of them gets every class once; what is imported on first use keeps a file of its own. Declarations stay
// where they are.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { coreGroups } from "./join/core-groups.mjs";
import { packageFolders } from "./package-folders.mjs";

/** A package is joined where its manifest says so: an entry of it is in `dist/joined`. */
for (const folder of packageFolders()) {
  const entries = entriesOf(folder);
  if (entries.length > 0) await joinPackage(folder, entries, folder === "runtime/core" ? coreGroups() : undefined);
}
moveHelper("runtime/core/dist/joined");

function entriesOf(folder) {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.values(exports).filter((conditions) => conditions.default?.includes("/joined/"));
}

async function joinPackage(folder, entries, groups) {
  const dir = join(folder, "dist/joined");
  rmSync(dir, { recursive: true, force: true });
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [basename(entry.default, ".js"), join(folder, entry.types.replace(/\.d\.ts$/, ".js"))]),
    ),
    // Other packages stay imports.
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    platform: "neutral",
    checks: { ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir,
    sourcemap: true,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // Code that a user reads, steps through or finds in a stack trace, without a map: lines and names stay as they are.
    // Comments go, for V8 reads every character of a file before anything of it runs.
    comments: { annotation: true, jsdoc: false, legal: false },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
    // A single character above U+00FF, and V8 keeps every character of the file in two bytes.
    charset: "ascii",
    ...(groups && { codeSplitting: { groups } }),
  });
  await bundle.close();
  for (const name of readdirSync(dir).filter((file) => file.endsWith(".js"))) shortenPlaces(join(dir, name), folder);
}

/** Before the code of each file stands its place, of which the package is known: 450 times in core. */
function shortenPlaces(file, folder) {
  const place = new RegExp(`^// ${folder}/dist/`, "gm");
  writeFileSync(file, readFileSync(file, "utf8").replace(place, "// "));
}

/**
 * What makes an object of a file's exports would be a file of its own, which is read at every import: it moves into the
 * first one.
 */
function moveHelper(folder) {
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
