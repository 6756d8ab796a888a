import type { Json, JsonObject } from "@toolwright/core";
import { namingFile, parsePatch, patchPaths as pathsIn } from "@toolwright/edits";
import { join, literalWord, normalise, type PathUse, type ShellWord } from "@toolwright/shell-judge";
import { pathVariants } from "../workspace/resolve-path.ts";

/** The paths that a call of a standard file tool touches; undefined when its arguments do not say. */
export function toolPaths(tool: string, args: JsonObject): readonly PathUse[] | undefined {
  switch (tool) {
    case "read":
      return reads(strings(own(args, "file_paths")) ?? strings(own(args, "file_path")));
    case "glob":
      return globPaths(args);
    case "grep":
    case "ls":
      return reads(strings(own(args, "path") ?? "."));
    case "apply_patch":
      return patchPaths(own(args, "patch"));
    case "edit":
      return editPaths(args);
    default:
      return edits(strings(own(args, "file_path")));
  }
}

/** The absolute paths of the files that a call would open, in every spelling that the tool tries. */
export function filesOf(
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
  { cwd, home }: { readonly cwd: string; readonly home: string },
): readonly string[] {
  if (!/^(?:read|edit)$/.test(toolFamily(tool))) return [];
  const uses = toolPaths(tool, args) ?? [];
  return [...uses, ...uses.flatMap(otherSpellings)]
    .slice(0, 200)
    .map(({ word }) => normalise(word.tilde ? home + word.value.slice(1) : join(cwd, word.value)));
}

/**
 * The other paths that a file tool tries when there is no file of the given name: with or without the `@` of a mention,
 * with accents composed or not, with typographic quotes and spaces.
 */
export function otherSpellings({ word, ...use }: PathUse): readonly PathUse[] {
  const plain = word.value.replace(/(^|\/)@(?=[^/])/g, "$1");
  const mentioned = /^[/~]/.test(word.value) ? [] : [`@${word.value}`];
  const variants = new Set([word.value, plain, ...mentioned].flatMap((path) => [path, ...pathVariants(path)]));
  variants.delete(word.value);
  return [...variants].map((path) => ({ ...use, word: { ...literalWord(path), tilde: word.tilde } }));
}

function own(args: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(args, key) ? args[key] : undefined;
}

function strings(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === "string") ? value : undefined;
}

function reads(paths: readonly string[] | undefined): readonly PathUse[] | undefined {
  return paths?.map((path) => ({ access: "read", word: pathWord(path) }));
}

function edits(paths: readonly string[] | undefined): readonly PathUse[] | undefined {
  return paths?.map((path) => ({ access: "edit", word: pathWord(path) }));
}

/** A leading `@` is dropped and `~` is the home directory, as the tools do. */
function pathWord(path: string): ShellWord {
  const plain = /^@[^@]/.test(path) ? path.slice(1) : path;
  return { ...literalWord(plain === "" ? "." : plain), tilde: plain === "~" || plain.startsWith("~/") };
}

/** Where a glob begins to look: its path, and what its pattern says before the first wildcard. */
function globPaths(args: JsonObject): readonly PathUse[] | undefined {
  const base = own(args, "path") ?? ".";
  const pattern = own(args, "pattern");
  if (typeof base !== "string" || typeof pattern !== "string") return undefined;
  const known = pattern.replace(/[*?[{].*$/, "");
  const start = known.startsWith("/") || known.startsWith("~") ? known : `${base}/${known}`;
  const climbs = pattern.split("/").includes("..") && !known.split("/").includes("..");
  return climbs ? undefined : reads([base, start]);
}

/** An edit names its file, or sends a patch that names its own; both are judged where both are given. */
function editPaths(args: JsonObject): readonly PathUse[] | undefined {
  const path = own(args, "file_path");
  const named = edits(strings(path));
  const patch = own(args, "patch");
  if (patch === undefined || patch === "") return named;
  const isBoth = typeof patch === "string" && typeof path === "string";
  const patched = patchPaths(isBoth ? namingFile(patch, path) : patch);
  return patched && [...(named ?? []), ...patched];
}

function patchPaths(patch: Json | undefined): readonly PathUse[] | undefined {
  if (typeof patch !== "string") return undefined;
  const targets = [...patch.matchAll(/^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to):[ \t]*(.*?)[ \t\r]*$/gm)];
  const named = targets.flatMap(([, path]) => (path === undefined || path === "" ? [] : [path]));
  const parsed = parsePatch(patch);
  const paths = [...new Set([...named, ...(parsed.ok ? pathsIn(parsed) : [])])];
  return paths.length === 0 ? undefined : edits(paths);
}

/** What a tool's call is judged as. */
type ToolFamily = "bash" | "read" | "edit" | "web" | "agent" | "harmless" | "other";

const NAMES: Readonly<Record<Exclude<ToolFamily, "other">, string>> = {
  bash: "bash",
  read: "read grep glob ls",
  edit: "write edit multi_edit apply_patch",
  web: "web_fetch",
  agent: "agent",
  harmless:
    "bash_output bash_kill write_todos read_todos done tool_output_cache tool_output_cache_grep get_current_time",
};

const FAMILIES: ReadonlyMap<string, ToolFamily> = new Map(
  (["bash", "read", "edit", "web", "agent", "harmless"] as const).flatMap((family) =>
    NAMES[family].split(" ").map((name) => [name, family] as const),
  ),
);

/** The family of a tool name; names nobody knows are `other`. */
export function toolFamily(name: string): ToolFamily {
  return FAMILIES.get(name) ?? "other";
}
