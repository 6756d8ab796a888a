import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { type VitalPlace, vitalPath } from "./vital-path.ts";

/** What a `find` with these arguments would empty: a vital place, with no test that selects anything in it. */
export function foundLoss(
  args: readonly ShellWord[],
  place: VitalPlace,
): { readonly verb: string; readonly what: string } | undefined {
  const texts = args.map((word) => word.value);
  const first = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-(?:[PLHD]|O\d?)$/.test(text));
  const expression = first < 0 ? [] : texts.slice(first);
  if (!deletes(expression) || selects(expression)) return undefined;
  const paths = args.slice(0, first).filter((word) => !word.prefix.startsWith("-"));
  for (const word of paths.length === 0 ? [literalWord(".")] : paths) {
    const what = vitalPath(word, place);
    if (what !== undefined) return { verb: "delete everything in", what };
  }
  return undefined;
}

/** Tests of `find` that select nothing: with these alone, everything below is found. */
const NEUTRAL = new Set(
  "-mindepth -depth -d -xdev -mount -print -print0 -delete -true -follow -noleaf -a -and -P -L -H ( ) ;".split(" "),
);

const EXECUTES = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

function deletes(expression: readonly string[]): boolean {
  return expression.some((text, index) => {
    if (text === "-delete") return true;
    const rest = expression.slice(index + 1, index + 4).map((word) => word.slice(word.lastIndexOf("/") + 1));
    return EXECUTES.has(text) && rest.some((word) => /^(?:rm|shred|unlink|truncate|mv)$/.test(word));
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
