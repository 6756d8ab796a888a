import { compileLinearRegExp } from "../../text/linear-regexp.ts";

/** A backtracking engine is quick with texts of up to this length, and with the patterns that people write for them. */
const SHORT = 16;

/**
 * The test of a schema's `pattern`, at a cost bounded by the lengths of pattern and text wherever that is possible:
 * look-around and back-references are left to `RegExp`.
 * `undefined` for a pattern that is no regular expression here.
 */
export function matchPattern(pattern: string): ((text: string) => boolean) | undefined {
  const expression = compilePattern(pattern);
  if (expression === undefined || isLinear(pattern)) return expression && ((text) => expression.test(text));
  const compiled = compileLinearRegExp(pattern);
  if (!compiled.ok) return (text) => expression.test(text);
  const { regexp } = compiled;
  return (text) => (text.length <= SHORT ? expression.test(text) : regexp.test(text));
}

/** `undefined` for a pattern that is no regular expression here. */
function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** It starts at the start and repeats at most one thing, so it has nowhere to go back to. */
export function isLinear(pattern: string): boolean {
  const bare = pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gu, "");
  return bare.startsWith("^") && !/[|(]/.test(bare) && bare.replace(/[^*+?{]/g, "").length <= 1;
}
