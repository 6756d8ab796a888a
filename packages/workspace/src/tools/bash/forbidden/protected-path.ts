import { expandBraces } from "./expand-braces.ts";
import type { ShellState } from "./shell-state.ts";

/**
 * The path that would be lost if everything a pattern matches were deleted: `/`, the home directory or the workspace root,
 * because the pattern matches it, a folder above it, or all its entries.
 */
export function protectedTarget(pattern: string, state: ShellState): string | undefined {
  const { root, home } = state.place;
  const paths = ["/", home, root];
  for (const word of expandBraces(pattern)) {
    const names = absoluteNames(word, state);
    const lost = names && paths.find((path) => takes(names, namesOf(path)));
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** The pattern's components from the root on, `.` and `..` resolved. */
function absoluteNames(pattern: string, state: ShellState): readonly string[] | undefined {
  if (!pattern.startsWith("/") && state.cwd === undefined) return undefined;
  const names = pattern.startsWith("/") ? [] : [...namesOf(state.cwd ?? "/")];
  for (const name of namesOf(pattern)) {
    if (name === "..") names.pop();
    else if (name !== ".") names.push(name);
  }
  return names;
}

function namesOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

function takes(pattern: readonly string[], path: readonly string[]): boolean {
  const last = pattern.at(-1);
  const above = pattern.length <= path.length;
  if (above) return pattern.every((part, index) => nameMatches(part, path[index] ?? ""));
  if (pattern.length !== path.length + 1 || last === undefined || !/^[*?]*\*[*?]*$/.test(last)) return false;
  return path.every((name, index) => nameMatches(pattern[index] ?? "", name));
}

/** Linear in both lengths: a star that matched too little is only widened, the ones before it never again. */
function nameMatches(pattern: string, name: string): boolean {
  if (!/[*?[]/.test(pattern)) return pattern.replace(/\\(.)/gs, "$1") === name;
  const parts = pattern.match(/\\.|\[(?:\\.|[^\]])+\]|[^\\]/gs) ?? [];
  let [at, part, star, starAt] = [0, 0, -1, 0];
  while (at < name.length) {
    const token = parts[part];
    if (token === "*") {
      star = part++;
      starAt = at;
    } else if (token !== undefined && charMatches(token, name[at] ?? "")) {
      at += 1;
      part += 1;
    } else if (star >= 0) {
      part = star + 1;
      at = ++starAt;
    } else return false;
  }
  return parts.slice(part).every((token) => token === "*");
}

/** A set in brackets counts as a match: better one refusal too many than the home directory. */
function charMatches(token: string, char: string): boolean {
  return token === "?" || token.length > 2 || token.replace("\\", "") === char || token === `\\${char}`;
}
