import { basename, relative } from "node:path";
import type { GuardedPath } from "../../sandbox/sandbox.port.ts";

/** What a line printed. */
interface Printed {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** So many names are told. */
const MAX_NAMES = 5;

/**
 * What to say of files that a line could not open: those that it has met, as far as its programs say so; all that there
 * are where what they say is thrown away. Undefined: none.
 */
export function hiddenNote(
  hidden: readonly GuardedPath[],
  { command, stdout, stderr }: Printed,
  root: string,
): string | undefined {
  const both = THROWN_TOGETHER.test(command) ? linesWithErrors(stdout) : "";
  // Hundreds of files may share one name, and what was printed may be long.
  const printed = `${stderr}\n${both}`;
  const distinct = new Set(hidden.map(({ path }) => basename(path)));
  const said = new Set([...distinct].filter((name) => names(printed, name)));
  const met = hidden.filter(({ path }) => said.has(basename(path)));
  if (met.length > 0) return `hidden from lines that only look: ${named(met, root)}`;
  if (hidden.length === 0 || !THROWN_AWAY.test(command) || !OPENS.test(command)) return undefined;
  return `hidden from lines that only look, whether this one met them or not: ${named(hidden, root)}`;
}

/** Errors are printed with the rest, or not at all. */
const THROWN_TOGETHER = /2>&1|\|&|&>|>&/;
const THROWN_AWAY = /(?:2|&)>|>&|\|&|--no-messages|\bgrep\s(?:[^|;&]*\s)?-\w*s/;

/** Programs that open files, and do not only list them. */
const OPENS =
  /\b(?:[ef]?grep|rg|cat|head|tail|xargs|exec|sed|awk|wc|diff|cmp|tar|cp|jq|sort|xxd|od|rev|strings|\w*sum)\b/;

function linesWithErrors(text: string): string {
  return text
    .split("\n")
    .filter((line) => /permission denied|operation not permitted|cannot open|can't (?:open|read)|EACCES/i.test(line))
    .join("\n");
}

/** A name, and not a part of a longer one. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = " ", after = " "] = [text[at - 1], text[at + name.length]];
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

function named(hidden: readonly GuardedPath[], root: string): string {
  const shown = hidden.slice(0, MAX_NAMES).map(({ path }) => relative(root, path));
  const more = hidden.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
