/** True when a sed script only prints, deletes, replaces and quits: `e` runs commands, `r` and `w` open files. */
export function sedScriptIsHarmless(script: string): boolean {
  const reader = { text: script, at: 0 };
  while (reader.at < script.length) {
    if (!readCommand(reader)) return false;
  }
  return true;
}

interface Reader {
  readonly text: string;
  at: number;
}

const ADDRESS = /(?:\d+(?:~\d+)?|\$|[+~]\d+|\/(?:[^/\\\n[]|\\[^\n])*\/[IM]*)/y;
const SIMPLE = /[pdPDqQgGhHxnNlz=](?:\s*\d+)?(?=[\s;}]|$)|[{}]|:\s*\w+|[bt](?:\s*\w+)?(?=[\s;}]|$)/y;
const FLAGS = /[gpiIM0-9]*(?=[\s;}]|$)/y;

function readCommand(reader: Reader): boolean {
  take(reader, /[\s;]*/y);
  if (reader.at >= reader.text.length) return true;
  if (take(reader, ADDRESS) && take(reader, /\s*,\s*/y) && !take(reader, ADDRESS)) return false;
  take(reader, /\s*!?\s*/y);
  if (take(reader, SIMPLE)) return true;
  const letter = reader.text[reader.at];
  if (letter !== "s" && letter !== "y") return false;
  reader.at++;
  return readReplacement(reader) && take(reader, FLAGS);
}

/** Two parts between three equal delimiters. */
function readReplacement(reader: Reader): boolean {
  const delimiter = reader.text[reader.at];
  if (delimiter === undefined || /[\s\\\w;{}]/.test(delimiter)) return false;
  reader.at++;
  return readPart(reader, delimiter, true) && readPart(reader, delimiter, false);
}

/** Up to the next delimiter, which is passed. A bracket hides a delimiter from some seds: such a part is not read. */
function readPart(reader: Reader, delimiter: string, isPattern: boolean): boolean {
  for (; reader.at < reader.text.length; reader.at++) {
    const char = reader.text[reader.at];
    if (char === delimiter) {
      reader.at++;
      return true;
    }
    if (char === "\n" || (isPattern && char === "[" && bracketHolds(reader, delimiter))) return false;
    if (char === "\\") reader.at++;
  }
  return false;
}

function bracketHolds(reader: Reader, delimiter: string): boolean {
  const end = reader.text.indexOf("]", reader.at + 2);
  return end < 0 || reader.text.slice(reader.at, end).includes(delimiter);
}

function take(reader: Reader, pattern: RegExp): boolean {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.text);
  if (match === null) return false;
  reader.at += match[0].length;
  return true;
}
