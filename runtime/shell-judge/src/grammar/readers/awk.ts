/**
 * True when an awk program only computes and prints: it names no function or variable that runs commands, opens files
 * or shows the environment, and holds no pipe and no redirection. Everything it does not know is unsafe.
 */
export function awkProgramIsHarmless(program: string): boolean {
  if (UNSAFE_ANYWHERE.test(program)) return false;
  const reader: Reader = { text: program, at: 0, operand: false, unsure: false, braces: 0, conditions: [] };
  while (reader.at < program.length) {
    if (!readToken(reader)) return false;
  }
  return true;
}

interface Reader {
  readonly text: string;
  at: number;
  /** The last token ends an operand, so that a slash divides. */
  operand: boolean;
  /** Behind the last token a slash may divide or begin a regular expression. */
  unsure: boolean;
  braces: number;
  /** The open parentheses: whether each is, or stands in, that of `if`, `while` or `for`. */
  readonly conditions: boolean[];
}

const BLANK = /[ \t\n]+/y;
const OPERAND = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|"(?:[^"\\\n]|\\[^\n])*"|\+\+|--|\]/y;
/** In brackets no bracket or slash, but for classes of characters: awks do not agree where such a one ends. */
const REGEXP = /\/(?:[^/\\\n[]|\\[^\n]|\[(?!\^?\])\^?(?:\[:[a-z]+:\]|[^\][/\\\n])+\])+\//y;
const NAME = /[A-Za-z_]\w*/y;
const OPERATOR = /\|\||&&|[-+*%^=!<>]=|\*\*|[-+*%^=!~?:,;$<[]/y;

const VARIABLES = /^(?:BEGIN|END|NR|NF|FNR|FS|OFS|ORS|RS|FILENAME|SUBSEP|RSTART|RLENGTH|CONVFMT|OFMT)$/;
/** Not even in a string or a regular expression: where one of those ends is what a trick would be about. */
const UNSAFE_ANYWHERE = /system|getline|close|fflush|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC|@|\\\n|\r/;

/** A regular expression may follow them as well as a division may follow a variable; `length` needs no parentheses. */
const KEYWORD =
  /^(?:print|printf|length|return|in|else|do|case|delete|exit|next|nextfile|break|continue|switch|default|func|function)$/;

function readToken(reader: Reader): boolean {
  if (take(reader, BLANK) !== undefined) return true;
  const doubtful = reader.operand && reader.unsure && reader.text[reader.at] === "/";
  if (doubtful && /["|>]/.test(reader.text.slice(reader.at))) return false;
  if (!reader.operand && take(reader, REGEXP) !== undefined) return ends(reader, true);
  const operand = take(reader, OPERAND);
  if (operand !== undefined) return ends(reader, true, /^(?:\+\+|--|\])$/.test(operand));
  const name = take(reader, NAME);
  if (name !== undefined) return readName(reader, name);
  if (take(reader, OPERATOR) !== undefined) return ends(reader, false);
  return readBracket(reader);
}

function readName(reader: Reader, name: string): boolean {
  const isKnown = VARIABLES.test(name) || name === name.toLowerCase();
  if (/^(?:if|while|for)$/.test(name) && take(reader, /\s*\(/y) !== undefined) {
    reader.conditions.push(true);
    return ends(reader, false);
  }
  return isKnown && ends(reader, true, KEYWORD.test(name));
}

/** Brackets, the slash that divides, and the greater-than that compares. */
function readBracket(reader: Reader): boolean {
  const character = reader.text[reader.at++];
  if (character === "{") reader.braces++;
  else if (character === "}") reader.braces--;
  else if (character === "(") reader.conditions.push(reader.conditions.at(-1) === true);
  else if (character === ")") reader.conditions.pop();
  else if (character === ">") return compares(reader) && ends(reader, false);
  else if (character !== "/" || !reader.operand) return false;
  return ends(reader, character === ")", true);
}

/** Outside of braces there is no `print`; in a condition neither. */
function compares({ braces, conditions, text, at }: Reader): boolean {
  return text[at] !== ">" && (braces === 0 || conditions.at(-1) === true);
}

function ends(reader: Reader, operand: boolean, unsure = false): true {
  reader.operand = operand;
  reader.unsure = unsure;
  return true;
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}
