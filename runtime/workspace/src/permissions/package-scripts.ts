import { canonicalJson, type Json, type JsonObject } from "@toolwright/core";
import { isJsonObject } from "@toolwright/core/internal";
import { duplicateKey, foldName, join, normalise, type PathUse, type RealPaths } from "@toolwright/shell-judge";
import { type FileState, proposedFiles } from "./proposed-files.ts";
import { otherSpellings, toolFamily, toolPaths } from "./tool-paths.ts";

/** What of `package.json` no program runs: what it is called, who made it, which of its files others import. */
const DESCRIBES = new Set(
  (
    "name version description license author contributors maintainers keywords private homepage repository bugs funding " +
    "type main module types typings typesVersions exports imports files sideEffects browserslist engines peerDependenciesMeta"
  ).split(" "),
);

const VERSIONS = new Set(["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]);

const PLAIN_VERSION = /^(?:[\^~<>=]*\s*v?\d[\w.+-]*|\*|latest|workspace:[\^~*]?[\w.]*)$/;

/** Where the paths of a call begin, and what may be asked of the disk. */
export interface PackagePlace {
  readonly cwd: string;
  readonly home: string;
  readonly disk: RealPaths | undefined;
}

/**
 * Could this call of a file tool change what a `package.json` makes other programs run? Told from what the file would
 * hold; where the disk may not be read or the call does not fit what is there, from what the call brings, and then
 * rather yes than no.
 */
export async function changesScripts(
  call: { readonly tool: string; readonly args: JsonObject },
  place: PackagePlace,
): Promise<boolean> {
  if (toolFamily(call.tool) !== "edit") return false;
  const uses = toolPaths(call.tool, call.args) ?? [];
  try {
    const named = new Set<string>();
    for (const path of [...uses, ...uses.flatMap(otherSpellings)].map((use) => absolute(use, place)))
      if (await leadsToPackage(path, place.disk)) named.add(path);
    if (named.size === 0) return false;
    const contents = place.disk?.contents?.bind(place.disk);
    if (contents === undefined) return bringsScripts(call.args);
    return await anyDiffers(call, { ...place, named, contents });
  } catch {
    return true;
  }
}

function absolute({ word }: PathUse, { cwd, home }: PackagePlace): string {
  return normalise(word.tilde ? home + word.value.slice(1) : join(cwd, word.value));
}

async function leadsToPackage(path: string, disk: RealPaths | undefined): Promise<boolean> {
  if (isPackage(path)) return true;
  const real = await disk?.realPath(path);
  return real !== undefined && isPackage(real);
}

function isPackage(path: string): boolean {
  return foldName(path.slice(path.lastIndexOf("/") + 1)) === "package.json";
}

interface OnDisk extends PackagePlace {
  readonly named: ReadonlySet<string>;
  readonly contents: (path: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

async function anyDiffers(
  call: { readonly tool: string; readonly args: JsonObject },
  { named, contents, ...place }: OnDisk,
): Promise<boolean> {
  const files = new Map<string, FileState>();
  for (const use of toolPaths(call.tool, call.args) ?? []) {
    const path = absolute(use, place);
    files.set(path, await contents(path));
  }
  // Another spelling of the name is what the tool opens where there is no file of the first.
  for (const path of named) if (!files.has(path) && (await contents(path)) !== undefined) return true;
  const pathOf = (given: string) =>
    toolPaths("write", { file_path: given })?.map((use) => absolute(use, place))[0] ?? given;
  const proposed = proposedFiles(call, { pathOf, before: (path) => files.get(path) });
  if (proposed === undefined) return true;
  return [...proposed].some(([path, after]) => named.has(path) && differs(read(files.get(path)), read(after)));
}

type Package = Readonly<Record<string, Json | undefined>> | undefined;

/** Undefined: not to be read, and so perhaps anything. No file says nothing. */
function read(bytes: FileState): Package {
  if (bytes === undefined) return {};
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: Json = JSON.parse(text);
    // Of two that are called the same, not every program takes the last.
    return isJsonObject(value) && duplicateKey(text) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

function differs(before: Package, after: Package): boolean {
  if (before === undefined || after === undefined) return true;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].some((key) => {
    if (DESCRIBES.has(key)) return false;
    const [old, now] = [own(before, key), own(after, key)];
    return VERSIONS.has(key) ? !isPlainUpdate(old ?? {}, now ?? {}) : textOf(old) !== textOf(now);
  });
}

/** Addresses and folders in the place of a version bring scripts of their own. */
function isPlainUpdate(before: Json, after: Json): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return textOf(before) === textOf(after);
  return Object.entries(after).every(
    ([name, version]) =>
      textOf(own(before, name)) === textOf(version) || (typeof version === "string" && PLAIN_VERSION.test(version)),
  );
}

function own(object: NonNullable<Package>, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? "" : canonicalJson(value);
}

/** A line that says which version is wanted, or only opens and closes a list. */
const PLAIN_LINE =
  /^\s*(?:[[\]{}],?|"[\w@/.-]+"\s*:\s*"(?:[\^~<>=]*\s*v?\d[\w.+-]*|\*|latest|workspace:[\^~*]?[\w.]*)"\s*,?|"(?:dependencies|devDependencies|peerDependencies|optionalDependencies|engines)"\s*:\s*\{\s*\}?,?)?\s*$/;

/** Without the disk: a whole file is compared with none, of an edit every line counts that it takes out or puts in. */
function bringsScripts(args: JsonObject): boolean {
  const content = own(args, "content");
  if (typeof content === "string") return differs({}, read(new TextEncoder().encode(content)));
  const texts = textsIn(args);
  const moves = /^\s*\*\*\* Move to:/m.test(typeof args.patch === "string" ? args.patch : "");
  return moves || texts.length === 0 || texts.some((text) => !text.split("\n").every((line) => PLAIN_LINE.test(line)));
}

const TEXTS = new Set(["old_string", "new_string"]);

function textsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== "string") return textsIn(inner ?? null);
    if (key === "patch") return patchedLines(inner);
    return TEXTS.has(key) ? [inner] : [];
  });
}

/** The lines that a patch puts in or takes out. */
function patchedLines(patch: string): readonly string[] {
  return patch
    .split("\n")
    .filter((line) => /^[-+]/.test(line))
    .map((line) => line.slice(1));
}
