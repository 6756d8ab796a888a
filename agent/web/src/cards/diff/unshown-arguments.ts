import { isFields, listIn, textIn } from "@toolwright/view/internal";
import { MAX_EDITS } from "./changed-files.ts";

/** A name and a value that a person reads beside a diff. */
export type Unshown = readonly [name: string, value: unknown];

/**
 * What a call of `edit`, `multi_edit`, `write` or `apply_patch` says beside what its diff is made of: a flag like
 * `replace_all` changes what will happen, and a person who is asked has to see it.
 */
export function unshownArguments(args: unknown): readonly Unshown[] {
  if (!isFields(args)) return [];
  const shown = shownNames(args);
  const others = Object.entries(args).filter(([name, value]) => !isShown(name, value, shown));
  return shown.includes("edits") ? [...others, ...listIn(args, "edits").flatMap(unshownEdit)] : others;
}

/** The diff is made of one of these, the first that is there. */
function shownNames(args: object): readonly string[] {
  if (textIn(args, "patch") !== undefined) return ["patch"];
  if (textIn(args, "content") !== undefined) return ["content"];
  return listIn(args, "edits").length > 0 ? ["edits"] : TEXTS;
}

const TEXTS = ["old_string", "new_string"];

function isShown(name: string, value: unknown, shown: readonly string[]): boolean {
  // The head of the card says that nothing will be changed.
  if (name === "dry_run") return value === true;
  if (name === "edits") return shown.includes(name);
  return typeof value === "string" && (name === "file_path" || shown.includes(name));
}

function unshownEdit(edit: unknown, place: number): readonly Unshown[] {
  const name = `edits ${place + 1}`;
  if (!isFields(edit) || place >= MAX_EDITS) return [[name, edit]];
  return Object.entries(edit).flatMap(([key, value]) =>
    typeof value === "string" && TEXTS.includes(key) ? [] : [[`${name} ${key}`, value] as const],
  );
}
