// Writes docs/api/: a page per package with every exported name, its docstring and its declaration, read from the compiled
// declarations. With `--check` it writes nothing and fails where a page differs. Run `npm run prepare` before.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { packageFolders } from "./package-folders.mjs";

const FOLDER = "docs/api";
/** Not for users: what siblings share. */
const HIDDEN = new Set(["./internal", "./package.json"]);
const isCheck = process.argv.includes("--check");
const parsed = new Map();

const pages = packageFolders()
  .map((folder) => ({ file: `${FOLDER}/${basename(folder)}.md`, text: pageOf(folder) }))
  .sort((one, other) => (one.file < other.file ? -1 : 1));
const index = { file: `${FOLDER}/README.md`, text: indexOf(pages) };
const stale = [...pages, index].filter(({ file, text }) => !existsSync(file) || readFileSync(file, "utf8") !== text);

if (isCheck) {
  for (const { file } of stale) console.error(`${file} is not what the code says: run "npm run reference".`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { file, text } of [...pages, index]) writeFileSync(file, text);
  console.log(`${pages.length} packages, ${stale.length} pages changed`);
}

function indexOf(pages) {
  const rows = pages.map(({ file, text }) => {
    const [, title = ""] = /^# (.*)$/m.exec(text) ?? [];
    const [, about = ""] = /^# .*\n\n(.*)$/m.exec(text) ?? [];
    return `| [${title}](${file.slice(FOLDER.length + 1)}) | ${about} |`;
  });
  const intro = "Every exported name with its docstring, written by `npm run reference` from the code.";
  return `# Reference\n\n${intro}\n\n| Package | What it is |\n| --- | --- |\n${rows.join("\n")}\n`;
}

function pageOf(folder) {
  const { name, description, exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const entries = Object.entries(exports).filter(([path, { types }]) => !HIDDEN.has(path) && types?.endsWith(".d.ts"));
  const sections = entries.map(([path, { types }]) => sectionOf(name + path.slice(1), join(folder, types)));
  return `# ${name}\n\n${description}\n\n${sections.join("\n")}`;
}

function sectionOf(entry, file) {
  if (!file.includes("/dist/")) return `## \`${entry}\`\n\nA stylesheet.\n`;
  const names = [...exportsOf(resolve(file))].sort(([one], [other]) => (one < other ? -1 : 1));
  const links = names.map(([name]) => `[${name}](#${name.toLowerCase()})`).join(" · ");
  const parts = names.map(([name, found]) => `### ${name}\n\n${found.doc}${"```ts"}\n${found.text}\n${"```"}\n`);
  return `## \`${entry}\`\n\n${links}\n\n${parts.join("\n")}`;
}

/** Exported name → its declaration, through however many files that pass it on. */
function exportsOf(file) {
  const { program, text } = parse(file);
  const found = program.body.flatMap((node) => {
    if (node.type === "ExportAllDeclaration") return [...exportsOf(target(file, node.source.value))];
    if (node.type !== "ExportNamedDeclaration") return [];
    const named = node.specifiers.map((specifier) => [specifier.exported.name, exported({ file, node, specifier })]);
    return [...named, ...namesOf(node.declaration).map((name) => [name, describe(text, program, node)])];
  });
  return new Map(found);
}

function exported({ file, node, specifier }) {
  const { program, text } = parse(file);
  const { name } = specifier.local;
  const from = node.source === null ? importedFrom(program, name) : { source: node.source.value, name };
  return from === undefined ? declared(text, program, name) : passedOn(file, from);
}

function passedOn(file, { source, name }) {
  if (!source.startsWith(".")) return { doc: `From \`${source}\`.\n\n`, text: `export { ${name} } from "${source}";` };
  const found = exportsOf(target(file, source)).get(name);
  if (found === undefined) throw new Error(`${file} passes on ${name}, which ${source} does not have.`);
  return found;
}

function importedFrom(program, local) {
  for (const { type, specifiers, source } of program.body) {
    const specifier = type === "ImportDeclaration" && specifiers.find((one) => one.local.name === local);
    if (specifier) return { source: source.value, name: specifier.imported?.name ?? local };
  }
  return undefined;
}

function declared(text, program, name) {
  const node = program.body.find((one) => namesOf(one.declaration ?? one).includes(name));
  if (node === undefined) throw new Error(`${name} is exported, but not declared.`);
  return describe(text, program, node);
}

function namesOf(node) {
  if (node === null || node === undefined) return [];
  if (node.type === "VariableDeclaration") return node.declarations.map(({ id }) => id.name);
  return node.id?.name === undefined ? [] : [node.id.name];
}

/** The docstring in front of a declaration as prose, and the declaration as it stands, its overloads included. */
function describe(text, program, node) {
  const [name] = namesOf(node.declaration ?? node);
  const all = program.body.filter((one) => namesOf(one.declaration ?? one).includes(name));
  const doc = all.map((one) => docBefore(text, one.start)).find((one) => one !== "") ?? "";
  return { doc: doc === "" ? "" : `${doc}\n\n`, text: all.map((one) => text.slice(one.start, one.end)).join("\n") };
}

function docBefore(text, start) {
  const before = text.slice(0, start).trimEnd();
  if (!before.endsWith("*/")) return "";
  const comment = before.slice(before.lastIndexOf("/**") + 3, -2);
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  return lines
    .join("\n")
    .trim()
    .replaceAll(/\{@link ([\w.]+)[^}]*\}/g, "`$1`");
}

function target(file, specifier) {
  return resolve(dirname(file), specifier.replace(/\.(tsx?|jsx?)$/, ".d.ts"));
}

function parse(file) {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*/, "");
  const made = { text, program: parseAst(text, { lang: "dts", sourceType: "module" }, file) };
  parsed.set(file, made);
  return made;
}
