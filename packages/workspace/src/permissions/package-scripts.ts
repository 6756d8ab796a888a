import type { Json, JsonObject } from "@toolwright/core";

/** Lines of `package.json` that say which versions are wanted, what it is called, or only open and close a list. */
const PLAIN_LINE =
  /^\s*(?:[[\]{}],?|"(?:[\w@/.-]+)"\s*:\s*"(?:[\^~<>=]*\s*v?\d[\w.+-]*|\*|latest|workspace:[\^~*]?[\w.]*)"\s*,?|"(?:version|description|license|author|keywords|private|homepage)"\s*:[^{}]*|"(?:dependencies|devDependencies|peerDependencies|optionalDependencies|engines)"\s*:\s*\{\s*\}?,?)?\s*$/;

/**
 * May an edit of this file change what `npm` runs? Told from the text that the call brings: scripts, hooks and programs are
 * anything but versions, names and descriptions. True for a whole new file with a list of scripts.
 */
export function mayChangeScripts(path: string, args: JsonObject): boolean {
  if (!/(?:^|\/)package\.json$/i.test(path)) return false;
  const texts = textsIn(args).slice(0, 200);
  const content = Object.hasOwn(args, "content") ? args.content : undefined;
  if (typeof content === "string")
    return /"(?:scripts|bin|husky|lint-staged|simple-git-hooks|pre-commit|config|gypfile)"\s*:/.test(content);
  return texts.length === 0 || texts.some((text) => !text.split("\n").every((line) => PLAIN_LINE.test(line)));
}

const TEXTS = new Set(["old_string", "new_string"]);

function textsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
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
