/** True when a sed script only prints, deletes, replaces and quits: `e` runs commands, `r` and `w` open files. */
export function sedScriptIsHarmless(script: string): boolean {
  for (let at = 0; at < script.length; at = COMMAND.lastIndex) {
    COMMAND.lastIndex = at;
    if (!COMMAND.test(script)) return false;
  }
  return true;
}

const ADDRESS = /(?:\d+(?:~\d+)?|\$|[+~]\d+|\/(?:[^/\\\n[]|\\[^\n])*\/[IM]*)/.source;

const SIMPLE = /[pdPDqQgGhHxnNlz=](?:\s*\d+)?(?=[\s;}]|$)|[{}]|:\s*\w+|[bt](?:\s*\w+)?(?=[\s;}]|$)/.source;

/** Two parts between three equal delimiters. A bracket that holds one hides it from some seds, and is not read. */
const REPLACEMENT =
  /[sy]([^\s\\\w;{}[])(?:(?!\1)[^\\\n[]|\\[^\n]|\[\^?\]?(?:(?!\1)[^\]\\\n])*\])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1/.source;

const COMMAND = new RegExp(
  `[\\s;]*(?:${ADDRESS}(?:\\s*,\\s*${ADDRESS})?\\s*)?(?:!\\s*)?(?:${SIMPLE}|${REPLACEMENT}[gpiIM0-9]*(?=[\\s;}]|$))[\\s;]*`,
  "y",
);
