import type { ParameterOperation, Word } from "unbash";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { wildcardMatches } from "../rules/command-pattern.ts";
import { patternWord } from "./guesses.ts";

/** The longest value and pattern that an operation is worked out for, in UTF-16 units. */
const MAX_LENGTH = 200;

/** What `${name…}` gives of a value, as a guess; undefined: it cannot be said. */
export function withOperation(value: ShellWord | undefined, operation: ParameterOperation): ShellWord | undefined {
  if (operation.type === "Default") return defaulted(value, operation.operator, operation.operand);
  if (value === undefined || value.value.length > MAX_LENGTH) return undefined;
  const text = value.value;
  switch (operation.type) {
    case "Remove":
      return changed(value, removed(text, operation.operator, operation.operand.value));
    case "Replace":
      return changed(value, replaced(text, operation.operator, operation.pattern.value, operation.replacement.value));
    case "Slice":
      return changed(value, sliced(text, operation.offset.text, operation.length?.text));
    case "CaseModification":
      return changed(value, recased(text, operation.operator));
    default:
      return value;
  }
}

function changed(value: ShellWord, text: string | undefined): ShellWord | undefined {
  if (text === undefined) return undefined;
  const emptied = value.emptied === true ? { emptied: true as const } : {};
  return { ...(value.form === "glob" ? patternWord(text) : literalWord(text)), ...emptied };
}

function defaulted(value: ShellWord | undefined, operator: string, operand: Word): ShellWord | undefined {
  const given = value !== undefined && (value.value !== "" || !operator.startsWith(":"));
  const isSet = given && value.emptied !== true;
  // `${x:?}` ends the line where it is not set.
  if (operator.endsWith("?")) return isSet ? value : undefined;
  if (operator.endsWith("+")) return isSet ? patternWord(operand.value) : value;
  if (isSet) return value;
  if (operand.value === "") return { ...literalWord(""), emptied: true };
  return /[$`]/.test(operand.text) ? undefined : patternWord(operand.value);
}

function removed(text: string, operator: string, pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH || /[?[\\]/.test(pattern)) return undefined;
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  const order = operator.length === 2 ? lengths.reverse() : lengths;
  const fromEnd = operator.startsWith("%");
  const part = (length: number) => (fromEnd ? text.slice(text.length - length) : text.slice(0, length));
  const hit = order.find((length) => wildcardMatches(pattern, part(length)));
  if (hit === undefined) return text;
  return fromEnd ? text.slice(0, text.length - hit) : text.slice(hit);
}

function replaced(text: string, operator: string, pattern: string, by: string): string | undefined {
  if (/[*?[\\]/.test(pattern) || pattern === "") return undefined;
  if (operator === "//") return text.replaceAll(pattern, () => by);
  if (operator === "/#") return text.startsWith(pattern) ? by + text.slice(pattern.length) : text;
  if (operator === "/%") return text.endsWith(pattern) ? text.slice(0, -pattern.length) + by : text;
  return text.replace(pattern, () => by);
}

function sliced(text: string, offset: string, length: string | undefined): string | undefined {
  const from = Number(offset);
  const count = length === undefined ? undefined : Number(length);
  if (!Number.isInteger(from) || (count !== undefined && !Number.isInteger(count))) return undefined;
  if (count === undefined) return text.slice(from);
  const start = from < 0 ? Math.max(0, text.length + from) : from;
  return count < 0 ? text.slice(start, count) : text.slice(start, start + count);
}

function recased(text: string, operator: string): string {
  if (operator === "^^") return text.toUpperCase();
  if (operator === ",,") return text.toLowerCase();
  const first = operator === "^" ? text.slice(0, 1).toUpperCase() : text.slice(0, 1).toLowerCase();
  return first + text.slice(1);
}
