import { escapeGlob, type ShellWord } from "../read/shell-word.ts";
import type { Directories } from "../walk/place.ts";
import { isInside, join } from "./lexical.ts";
import type { PathContext } from "./path-context.ts";
import type { PathUse } from "./path-use.ts";

/** Glob texts, absolute, as they are written; undefined when the directory or the home of a user is unknown. */
export function absoluteTexts(
  { word, fromRoot }: PathUse,
  directories: Directories,
  { anchors: { root, home } }: PathContext,
): readonly string[] | undefined {
  const text = word.form === "dynamic" ? escapeGlob(word.prefix) : word.pattern;
  if (word.tilde) return /^~(?:\/|$)/.test(text) ? [escapeGlob(home) + text.slice(1)] : undefined;
  if (text.startsWith("/")) return [text];
  const from = fromRoot === true ? [root] : directories;
  return from?.map((directory) => join(escapeGlob(directory), text));
}

/** All of a text that is known to the letter, or what stands before the first wildcard in it. */
export function knownPart(text: string, { form }: ShellWord): string {
  return form === "literal" ? text : (/^(?:[^*?[\\]|\\[\s\S])*\//.exec(text)?.[0] ?? "/");
}

/** A real path below the real root is named from the root, as rules name it. */
export function named(real: string, context: PathContext): string {
  const { root } = context.anchors;
  const realRoot = context.realPath(root) ?? root;
  return isInside(real, realRoot) ? root + real.slice(realRoot.length) : real;
}
