// What a package exports, read from its compiled declarations, which are there after `npm run prepare`.
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";

/** The docstring before a declaration as prose, and the declaration as it stands, its overloads included. */
export interface Declared {
  readonly doc: string;
  readonly text: string;
}

/** What a program imports, such as `@toolwright/core/prompt`, and the file that declares it. */
export interface Entry {
  readonly name: string;
  readonly file: string;
}

interface Parsed {
  readonly body: ReturnType<typeof parseAst>["body"];
  readonly text: string;
}

/** As much of a declaration as its names take. */
interface Named {
  readonly type: string;
  readonly id?: unknown;
  readonly declarations?: readonly { readonly id: unknown }[];
  readonly declaration?: Named | null;
}

/** Not for users: `./internal` and what is below it is what siblings share. */
const HIDDEN = /^\.\/(?:internal(?:\/|$)|package\.json$)/;
const parsed = new Map<string, Parsed>();

/** The entries that a package offers to users; those of stylesheets are declared outside `dist/`. */
export function entriesOf(folder: string): Entry[] {
  const { name, exports }: { name: string; exports: Record<string, { types?: string }> } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  return Object.entries(exports).flatMap(([path, { types }]) =>
    HIDDEN.test(path) || !types?.endsWith(".d.ts") ? [] : [{ name: name + path.slice(1), file: join(folder, types) }],
  );
}

/** Exported name → its declaration, through however many files that pass it on. */
export function declaredIn(file: string): Map<string, Declared> {
  const module = parse(file);
  const found = module.body.flatMap((node): [string, Declared][] => {
    if (node.type === "ExportAllDeclaration") return allOf(file, node.source.value);
    if (node.type !== "ExportNamedDeclaration") return [];
    const listed = node.specifiers.map(({ exported, local }): [string, Declared] => {
      const from = node.source === null ? importOf(module, textOf(local)) : { source: node.source.value, local };
      const name = textOf(from?.local ?? local);
      return [textOf(exported), from === undefined ? described(module, name) : passedOn(file, from.source, name)];
    });
    return [...listed, ...namesOf(node).map((name): [string, Declared] => [name, described(module, name)])];
  });
  return new Map(found);
}

/** Nothing of another package, whose own entries have it: only the former name of a package passes on all of one. */
function allOf(file: string, source: string): [string, Declared][] {
  return source.startsWith(".") ? [...declaredIn(besides(file, source))] : [];
}

function passedOn(file: string, source: string, name: string): Declared {
  if (!source.startsWith(".")) return { doc: `From \`${source}\`.`, text: `export { ${name} } from "${source}";` };
  const found = declaredIn(besides(file, source)).get(name);
  if (found === undefined) throw new Error(`${file} passes on ${name}, which ${source} does not have.`);
  return found;
}

/** Where a local name of a module comes from, and what it is called there; undefined for a name of its own. */
function importOf({ body }: Parsed, name: string) {
  const all = body.flatMap((node) =>
    node.type === "ImportDeclaration"
      ? node.specifiers.map((specifier) => ({ specifier, source: node.source.value }))
      : [],
  );
  const found = all.find(({ specifier }) => specifier.local.name === name);
  if (found === undefined) return undefined;
  const { specifier, source } = found;
  return { source, local: specifier.type === "ImportSpecifier" ? specifier.imported : specifier.local };
}

function described({ body, text }: Parsed, name: string): Declared {
  const all = body.filter((node) => namesOf(node).includes(name));
  if (all.length === 0) throw new Error(`${name} is exported, but not declared.`);
  return {
    doc: all.map(({ start }) => docBefore(text, start)).find((doc) => doc !== "") ?? "",
    text: all.map(({ start, end }) => text.slice(start, end)).join("\n"),
  };
}

function namesOf(node: Named): string[] {
  if (node.declaration) return namesOf(node.declaration);
  const ids = node.type === "VariableDeclaration" ? (node.declarations ?? []).map(({ id }) => id) : [node.id];
  return ids.flatMap((id) => textOf(id) || []);
}

/** The text of a name, which an export may write as a string; empty for anything else. */
function textOf(id: unknown): string {
  if (typeof id !== "object" || id === null) return "";
  if ("name" in id && typeof id.name === "string") return id.name;
  return "value" in id && typeof id.value === "string" ? id.value : "";
}

function docBefore(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd();
  if (!before.endsWith("*/")) return "";
  const lines = before.slice(before.lastIndexOf("/**") + 3, -2).split("\n");
  const prose = lines.map((line) => line.replace(/^\s*\* ?/, "").trimEnd()).join("\n");
  return prose.trim().replaceAll(/\{@link ([\w.]+)[^}]*\}/g, "`$1`");
}

function besides(file: string, specifier: string): string {
  return resolve(dirname(file), specifier.replace(/\.(tsx?|jsx?)$/, ".d.ts"));
}

function parse(file: string): Parsed {
  const path = resolve(file);
  const known = parsed.get(path);
  if (known !== undefined) return known;
  const text = readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=.*/, "");
  const made = { text, body: parseAst(text, { lang: "dts", sourceType: "module" }, path).body };
  parsed.set(path, made);
  return made;
}
