import type { CharacterTest, PatternNode, PlaceTest } from "@toolwright/core/internal";
import { characterTest, classLiteral } from "./character-kinds.ts";
import { lineEnd, lineStart, type PatternFlags, WORD_PLACES, withFlags } from "./pattern-flags.ts";
import { PatternProblem, PatternReader } from "./pattern-reader.ts";
import { readClass } from "./read-class.ts";
import { type Escape, literal, readEscape, sourceOf } from "./read-escape.ts";
import { readRepeat } from "./read-repeat.ts";

/** How a pattern is read. */
export interface ParseOptions {
  readonly flags: PatternFlags;
  /** Code points that no part of the pattern may match: what ends a line where lines are searched one by one. */
  readonly excluded: readonly number[];
}

/** Groups inside groups; more are refused, because each is a level of the stack. */
const MAX_DEPTH = 200;

/** Reads Rust's syntax for regular expressions, which ripgrep takes. Throws a `PatternProblem`. */
export function parsePattern(source: string, options: ParseOptions): PatternNode {
  const parser = new PatternParser(source, options);
  return parser.parse();
}

class PatternParser {
  readonly #reader: PatternReader;
  readonly #excluded: readonly number[];
  readonly #names = new Set<string>();
  #flags: PatternFlags;
  #depth = 0;

  constructor(source: string, { flags, excluded }: ParseOptions) {
    this.#reader = new PatternReader(source);
    this.#flags = flags;
    this.#excluded = excluded;
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (!this.#reader.isAtEnd) throw new PatternProblem("unopened group");
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#reader.accept("|")) options.push(this.#sequence());
    const [only] = options;
    return only !== undefined && options.length === 1 ? only : { kind: "choice", options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    let last: PatternNode | undefined;
    while (!this.#reader.isAtEnd && !/^[|)]/.test(this.#reader.peek())) {
      if (this.#skipsVerbose()) continue;
      const repeat = readRepeat(this.#reader, this.#flags.swapGreed);
      if (repeat === undefined) {
        last = this.#atom();
        if (last !== undefined) parts.push(last);
        continue;
      }
      const node = last === undefined ? undefined : parts.pop();
      if (node === undefined) throw new PatternProblem("repetition operator missing expression");
      last = { kind: "repeat", node, ...repeat };
      parts.push(last);
    }
    return { kind: "sequence", parts };
  }

  #skipsVerbose(): boolean {
    if (!this.#flags.verbose) return false;
    if (this.#reader.takeWhile(/\s/) !== "") return true;
    return this.#reader.accept("#") && this.#reader.takeWhile(/[^\n]/) !== undefined;
  }

  /** Nothing for flags such as `(?i)`, which hold from there on. */
  #atom(): PatternNode | undefined {
    const reader = this.#reader;
    if (reader.accept("(")) return this.#group();
    if (reader.accept("[")) return this.#class(readClass(reader, this.#flags.verbose));
    if (reader.accept("^")) return assertion(lineStart(this.#flags));
    if (reader.accept("$")) return assertion(lineEnd(this.#flags));
    if (reader.accept(".")) return this.#dot();
    if (reader.accept("\\")) return this.#escape(readEscape(reader));
    return this.#literal(literal(reader.take("")).codePoint);
  }

  #group(): PatternNode | undefined {
    const outer = this.#flags;
    if (this.#reader.accept("?") && !this.#startsGroup()) return undefined;
    if (++this.#depth > MAX_DEPTH)
      throw new PatternProblem("exceeded the maximum number of nested parentheses/brackets");
    const node = this.#choice();
    this.#depth -= 1;
    if (!this.#reader.accept(")")) throw new PatternProblem("unclosed group");
    this.#flags = outer;
    return node;
  }

  /** Reads what follows `(?`. False when it was flags alone. */
  #startsGroup(): boolean {
    const reader = this.#reader;
    if (["=", "!", "<=", "<!"].some((sign) => reader.peek(sign.length) === sign))
      throw new PatternProblem("look-around, including look-ahead and look-behind, is not supported");
    if (reader.accept("P<") || reader.accept("<")) {
      const name = reader.takeWhile(/[\p{L}\p{N}_.[\]]/u);
      if (name === "" || !reader.accept(">")) throw new PatternProblem("invalid capture group character");
      if (this.#names.has(name)) throw new PatternProblem("duplicate capture group name");
      this.#names.add(name);
      return true;
    }
    const letters = reader.takeWhile(/[A-Za-z-]/);
    this.#flags = withFlags(this.#flags, letters);
    if (reader.accept(":")) return true;
    if (letters === "" || !reader.accept(")"))
      throw new PatternProblem(reader.isAtEnd ? "unclosed group" : "unrecognized flag");
    return false;
  }

  #escape(read: Escape): PatternNode {
    if (read.kind === "literal") return this.#literal(read.codePoint);
    if (read.kind === "class") return this.#class(sourceOf(read));
    return assertion(this.#place(read.letter));
  }

  #place(letter: string): PlaceTest {
    if (letter === "A") return (before) => before === -1;
    if (letter === "z") return (_before, after) => after === -1;
    const named = { "<": "start", ">": "end", b: this.#boundaryName(letter), B: "" }[letter];
    const place = named === undefined ? undefined : WORD_PLACES.get(named);
    if (place === undefined) throw new PatternProblem("unrecognized escape sequence");
    return letter === "B" ? (before, after) => !place(before, after) : place;
  }

  #boundaryName(letter: string): string {
    const start = this.#reader.mark;
    if (letter !== "b" || !this.#reader.accept("{")) return "";
    const name = this.#reader.takeWhile(/[a-z-]/);
    if (name !== "" && this.#reader.accept("}")) return name;
    this.#reader.reset(start);
    return "";
  }

  #dot(): PatternNode {
    if (this.#flags.dotAll) return this.#character(() => true);
    return this.#flags.crlf
      ? this.#character((codePoint) => codePoint !== 10 && codePoint !== 13)
      : this.#character((codePoint) => codePoint !== 10);
  }

  #literal(codePoint: number): PatternNode {
    if (this.#excluded.includes(codePoint))
      throw new PatternProblem(
        `the literal ${JSON.stringify(String.fromCodePoint(codePoint))} is not allowed in a regex`,
      );
    if (this.#flags.ignoreCase) return this.#class(classLiteral(codePoint));
    return { kind: "character", fits: (other) => other === codePoint };
  }

  #class(source: string): PatternNode {
    return this.#character(characterTest(`[${source}]`, this.#flags.ignoreCase));
  }

  #character(fits: CharacterTest): PatternNode {
    const excluded = this.#excluded;
    return {
      kind: "character",
      fits: excluded.length === 0 ? fits : (codePoint) => !excluded.includes(codePoint) && fits(codePoint),
    };
  }
}

function assertion(holds: PlaceTest): PatternNode {
  return { kind: "assertion", holds };
}
