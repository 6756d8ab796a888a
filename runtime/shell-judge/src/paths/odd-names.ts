import type { ShellWord } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import { knownPart } from "./absolute-texts.ts";
import type { ExistingPath } from "./real-paths.ts";

/** What asks about a name that a shell cuts or expands, or a program takes for an option, where it is one of many. */
export function oddFindings(path: string, { resplit, expands }: ShellWord): readonly Finding[] {
  if (resplit !== true || (expands !== true && /^[^\s'"\\]*$/.test(path.slice(path.lastIndexOf("/") + 1)))) return [];
  return [guard(`${path} becomes other words here; use -print0 and xargs -0.`)];
}

/** What asks about a variable without quotes whose value is one of the names that a wildcard becomes. */
export function splitFindings(
  existing: readonly ExistingPath[],
  { text, word }: { readonly text: string; readonly word: ShellWord },
  { unseen }: { readonly unseen?: boolean | undefined },
): readonly Finding[] {
  if (word.form !== "glob" || word.resplit !== true) return [];
  if (unseen === true) return [guard(`${word.text} may become several words; quote it.`)];
  const open = text.slice(knownPart(text, word).length).split("/").length;
  const odd = existing.find(({ path }) => /[\s\\*?[]/.test(path.split("/").slice(-open).join("/")));
  return odd === undefined ? [] : [guard(`${odd.path} becomes other words here; put ${word.text} in quotes.`)];
}
