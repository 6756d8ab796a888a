import type { PreviewedCommand } from "@toolwright/core";
import type { ReadLine } from "@toolwright/shell-judge";

/** Parts of one line that are marked. */
const MOST_MARKS = 200;

/**
 * A line as a person is asked about it: a command that deletes, or loses something for good, is marked from its name to
 * its end. Marks only draw the eye: what is not found in the text, such as a name that a variable holds, has none.
 */
export function previewLine(text: string, { commands }: Pick<ReadLine, "commands">): PreviewedCommand {
  const marks: [from: number, to: number][] = [];
  let from = 0;
  for (const command of commands) {
    const start = placeOf(command.name, text, from);
    if (start === undefined) continue;
    from = start + 1;
    if (command.loses === true && marks.length < MOST_MARKS) marks.push([start, endOf(text, start)]);
  }
  return { text, marks };
}

/** Where a program is named, from a place on: where a command begins, else wherever its name stands by itself. */
function placeOf(name: string, text: string, from: number): number | undefined {
  let first: number | undefined;
  for (let at = name === "" ? -1 : text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1)) {
    if (PART.test(text.charAt(at - 1)) || PART.test(text.charAt(at + name.length))) continue;
    if (BEGINS.test(text.slice(Math.max(0, at - NEAR), at))) return at;
    first ??= at;
  }
  return first;
}

const PART = /[\w./-]/;

/** Characters in front of a name that say whether a command begins with it. */
const NEAR = 40;
const BEGINS = /(?:^|[;&|({'"`\n]|\b(?:do|then|else|sudo))\s*$/;

/** The end of the command that begins there: in front of the next separator, and of what closes around it. */
function endOf(text: string, start: number): number {
  const [command = ""] = /^[^;&|\n]*/.exec(text.slice(start)) ?? [];
  return start + command.replace(/['"`)}\s]+$/, "").length;
}
