import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";

/** Longest line that is read without asking, in UTF-16 units. */
const MAX_LINE_LENGTH = 10_000;

/** Controls other than tab and line feed, format characters (bidi among them), odd blanks and separators. */
const HIDDEN = /(?![\t\n])\p{C}|\p{Zl}|\p{Zp}|(?! )\p{Zs}/u;

/** Why a line must be looked at by a person whatever its words say, or undefined. */
export function suspiciousText(line: string): string | undefined {
  if (line.length > MAX_LINE_LENGTH) return `The line is longer than ${MAX_LINE_LENGTH} characters.`;
  const hidden = HIDDEN.exec(line);
  if (hidden === null) return undefined;
  const code = (hidden[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `The line holds an invisible or control character (U+${code}).`;
}

/** Where these occur a parenthesis may have a meaning, or the first look at quotes is not enough. */
const UNSURE =
  /[\n\r$`\\]|<<|[<>=?*+@!]\(|\(\(|\[\[|(?<![\w-])(?:case|esac|for|select|function|coproc|time|if|then|elif|else|while|until|do|in)(?![\w-])/;

/**
 * True when bash is certain to refuse the line for a parenthesis that can stand nowhere there: `echo eval(x)`, `ls a)`.
 * Bash reads a line to its end before it runs any of it, so such a line runs nothing at all.
 */
export function isRefusedForParenthesis(line: string): boolean {
  if (UNSURE.test(line)) return false;
  const bare = line.replace(/'[^']*'|"[^"]*"/g, "Q");
  if (/['"]|(?<=^|[\s;&|()])#/.test(bare)) return false;
  const at = bare.search(/[()]/);
  if (at < 0) return false;
  const before =
    bare
      .slice(0, at)
      .split(/[;&|{}]/)
      .at(-1) ?? "";
  const words = before.split(/\s+/).filter((word) => word !== "");
  if (bare[at] === ")") return true;
  return words.length > 1 || (words.length === 1 && /^\([^\s)]/.test(bare.slice(at)));
}

/** What may stand between words: blanks, comments, operators and reserved words. Anything else was not understood. */
const BETWEEN =
  /(?:\s|\\\n|(?<=^|[\s;&|()])#[^\n]*|&&|\|\||\|&|;;&|;&|;;|[;&|(){}!]|\[\[|\]\]|(?<![\w-])(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|time|coproc)(?![\w-]))/y;

/** Nodes whose whole text is accounted for by a check of their own. */
const LEAVES = new Set(["Word", "Assignment", "Redirect", "HereString", "HereDoc", "TestCommand", "Time", "Negation"]);

/** True when every character of the script outside its words is a blank, a comment, an operator or a reserved word. */
export function gapsAreClean(script: ParsedScript, source: string): boolean {
  const spans: [number, number][] = [];
  collect(script, spans);
  spans.sort((a, b) => a[0] - b[0]);
  let at = script.pos;
  for (const [pos, end] of spans) {
    if (pos > at && !isBetween(source.slice(at, pos))) return false;
    at = Math.max(at, end);
  }
  return isBetween(source.slice(at, script.end));
}

function collect(node: SyntaxNode, spans: [number, number][]): void {
  if (node.type === "ArithmeticCommand") {
    spans.push([node.pos, node.end]);
    return;
  }
  if (node.type === "ArithmeticFor") spans.push([node.pos, node.body.pos]);
  if (LEAVES.has(node.type)) spans.push([node.pos, node.end]);
  if (node.type === "HereDoc") {
    spans.push([node.body.pos, node.body.end]);
    if (node.closing !== undefined) spans.push([node.closing.pos, node.closing.end]);
  }
  if (!LEAVES.has(node.type)) forEachChild(node, (child) => collect(child, spans));
}

function isBetween(gap: string): boolean {
  let at = 0;
  while (at < gap.length) {
    BETWEEN.lastIndex = at;
    const match = BETWEEN.exec(gap);
    if (match === null || match[0].length === 0) return false;
    at += match[0].length;
  }
  return true;
}
