import { protectedTarget } from "./protected-path.ts";
import type { ShellState } from "./shell-state.ts";
import { programName } from "./unwrap-command.ts";
import type { ShellWord } from "./word-text.ts";

/** The protected path that an `rm` with these arguments would delete. Options after operands count, as they do for GNU. */
export function removedPath(args: readonly ShellWord[], state: ShellState): string | undefined {
  const end = args.findIndex((word) => word.text === "--");
  const optional = end < 0 ? args : args.slice(0, end);
  const operands = args.filter((word, index) => index !== end && ((end >= 0 && index > end) || !isOption(word.text)));
  if (!optional.some((word) => mayRecurse(word.text))) return undefined;
  return firstProtected(
    operands.flatMap((word) => word.pattern ?? []),
    state,
  );
}

function isOption(text: string | undefined): boolean {
  return text?.startsWith("-") === true && text.length > 1;
}

/** A word that is not known could be an option. Long ones may be shortened. */
function mayRecurse(text: string | undefined): boolean {
  if (text === undefined) return true;
  if (text.startsWith("--")) return text.length > 2 && "--recursive".startsWith(text);
  return isOption(text) && /[rR]/.test(text);
}

/** Tests of `find` that select nothing: with these alone, everything below is found. */
const NEUTRAL = new Set(
  "-mindepth -depth -d -xdev -mount -print -print0 -delete -true -follow -noleaf -a -and -P -L -H ( ) ;".split(" "),
);

const EXECUTES = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The protected path that a `find` with these arguments would empty. */
export function foundPath(args: readonly ShellWord[], state: ShellState): string | undefined {
  const texts = args.map((word) => word.text ?? "");
  const first = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-([PLHD]|O\d?)$/.test(text));
  const expression = first < 0 ? [] : texts.slice(first);
  if (!deletes(expression) || selects(expression)) return undefined;
  const paths = args.slice(0, first).filter((word) => word.text?.startsWith("-") !== true);
  const starts = paths.length === 0 ? ["."] : paths.flatMap((word) => word.pattern ?? []);
  return firstProtected(starts, state);
}

/** The command of each `-exec`, with `{}` as it stands. */
export function executedBy(args: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const starts = args.flatMap((word, index) => (EXECUTES.has(word.text ?? "") ? [index + 1] : []));
  return starts.map((start) => {
    const end = args.findIndex((word, index) => index > start && (word.text === ";" || word.text === "+"));
    return args.slice(start, end < 0 ? undefined : end);
  });
}

function deletes(expression: readonly string[]): boolean {
  return expression.some((text, index) => {
    if (text === "-delete") return true;
    const rest = expression.slice(index + 1, index + 4).map(programName);
    return EXECUTES.has(text) && rest.some((word) => word === "rm" || word === "shred" || word === "unlink");
  });
}

function selects(expression: readonly string[]): boolean {
  for (let at = 0; at < expression.length; ) {
    const length = neutralLength(expression, at);
    if (length === 0) return true;
    at += length;
  }
  return false;
}

/** How many words the test or action at this place has; 0 when it selects something. */
function neutralLength(expression: readonly string[], at: number): number {
  const [test = "", value = ""] = expression.slice(at);
  if (EXECUTES.has(test)) {
    const end = expression.findIndex((text, index) => index > at && (text === ";" || text === "+"));
    return (end < 0 ? expression.length : end + 1) - at;
  }
  if (test === "-mindepth") return 2;
  if (test === "-type") return /[fd]/.test(value) ? 2 : 0;
  if (/^-i?name$/.test(test)) return /^\*+$/.test(value) ? 2 : 0;
  return NEUTRAL.has(test) ? 1 : 0;
}

function firstProtected(patterns: readonly string[], state: ShellState): string | undefined {
  for (const pattern of patterns.filter((one) => one !== "")) {
    const path = protectedTarget(pattern, state);
    if (path !== undefined) return path;
  }
  return undefined;
}
