import { PatternProblem, type PatternReader } from "./pattern-reader.ts";
import { type Escape, literal, readEscape, sourceOf } from "./read-escape.ts";

const UNCLOSED = "unclosed character class";

/** Classes inside classes; more are refused, because each is a level of the stack. */
const MAX_DEPTH = 50;

const POSIX: ReadonlyMap<string, string> = new Map([
  ["alnum", "0-9A-Za-z"],
  ["alpha", "A-Za-z"],
  ["ascii", "\\u{0}-\\u{7f}"],
  ["blank", "\\u{9}\\u{20}"],
  ["cntrl", "\\u{0}-\\u{1f}\\u{7f}"],
  ["digit", "0-9"],
  ["graph", "\\u{21}-\\u{7e}"],
  ["lower", "a-z"],
  ["print", "\\u{20}-\\u{7e}"],
  ["punct", "\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}"],
  ["space", "\\u{9}-\\u{d}\\u{20}"],
  ["upper", "A-Z"],
  ["word", "0-9A-Za-z_"],
  ["xdigit", "0-9A-Fa-f"],
]);

/** Reads a class in brackets, the first of which has been taken, and gives it as one of JavaScript's `v` mode. */
export function readClass(reader: PatternReader, verbose: boolean, depth = 0): string {
  if (depth > MAX_DEPTH) throw new PatternProblem("exceeded the maximum number of nested parentheses/brackets");
  const negated = reader.accept("^");
  const items = leading(reader);
  let left: ((right: string) => string) | undefined;
  while (!reader.accept("]")) {
    const operator = ["&&", "--", "~~"].find((sign) => reader.accept(sign));
    if (operator !== undefined) {
      const before = combined(left, items);
      left = (right) => operate(operator, before, right);
      items.length = 0;
    } else if (!verbose || reader.takeWhile(/\s/) === "") items.push(readItem(reader, verbose, depth));
  }
  const whole = combined(left, items);
  return negated ? `[^${whole}]` : whole;
}

/** A bracket or hyphens that come first stand for themselves. */
function leading(reader: PatternReader): string[] {
  const items: string[] = [];
  while (reader.accept("-")) items.push(sourceOf(literal("-")));
  if (items.length === 0 && reader.accept("]")) items.push(sourceOf(literal("]")));
  return items;
}

function combined(left: ((right: string) => string) | undefined, items: readonly string[]): string {
  const right = `[${items.join("")}]`;
  return left === undefined ? right : left(right);
}

function operate(operator: string, left: string, right: string): string {
  if (operator === "~~") return `[[${left}--${right}][${right}--${left}]]`;
  return `[${left}${operator}${right}]`;
}

function readItem(reader: PatternReader, verbose: boolean, depth: number): string {
  if (reader.accept("[")) return readPosix(reader) ?? readClass(reader, verbose, depth + 1);
  const from = readMember(reader);
  const isRange = reader.peek() === "-" && !["--", "-]", "-"].includes(reader.peek(2));
  if (!isRange) return sourceOf(from);
  reader.accept("-");
  const to = readMember(reader);
  if (from.kind === "class" || to.kind === "class")
    throw new PatternProblem("invalid range boundary, must be a literal");
  if (from.codePoint > to.codePoint)
    throw new PatternProblem("invalid character class range, the start must be <= the end");
  return `${sourceOf(from)}-${sourceOf(to)}`;
}

function readMember(reader: PatternReader): Exclude<Escape, { kind: "other" }> {
  const character = reader.take(UNCLOSED);
  if (character !== "\\") return literal(character);
  const member = readEscape(reader);
  if (member.kind === "other") throw new PatternProblem("unrecognized escape sequence");
  return member;
}

/** `[:name:]` or `[:^name:]`; anything else is an ordinary class. */
function readPosix(reader: PatternReader): string | undefined {
  const start = reader.mark;
  if (reader.accept(":")) {
    const negated = reader.accept("^");
    const source = POSIX.get(reader.takeWhile(/[a-z]/));
    if (source !== undefined && reader.accept(":]")) return `[${negated ? "^" : ""}${source}]`;
  }
  reader.reset(start);
  return undefined;
}
