import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";

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
