import type { ShellWord } from "../read/shell-word.ts";
import type { Form, OperandSpec, ReadWord, Role } from "./grammar.ts";
import { NotUnderstood, type Separated } from "./read-options.ts";

/** Gives each operand its role, or says which one has none. */
export function operandRoles(
  { options, operands, dashes }: Separated,
  form: Form,
): readonly ReadWord[] | NotUnderstood {
  const wanted = isGiven(form.instead, options) ? form.operands.slice(1) : form.operands;
  const matched = match(operands, wanted);
  if (matched instanceof NotUnderstood) return matched;
  const [deep, hidden] = [isGiven(form.deep, options), isGiven(form.hidden, options)];
  const change = (role: Role): Role => deepened(role, { deep, hidden });
  const read = matched.map((role, index): Role => {
    const behind = dashes !== undefined && index >= dashes;
    return role.name === "object" && behind ? { name: "pathspec" } : change(role);
  });
  const words = operands.map((word, index): ReadWord => ({ word, role: read[index] ?? { name: "data" } }));
  const odd = [...words, ...options].find(({ role, word }) => !fits(role, word));
  if (odd === undefined) return words;
  return new NotUnderstood(odd.word, odd.word.below === true ? "is found when it runs" : undefined);
}

/** Does one of these options stand there? `-d=recurse`: with exactly this value. */
export function isGiven(names: readonly string[], options: readonly ReadWord[]): boolean {
  if (names.length === 0) return false;
  return options.some(({ option = "", word }) => names.includes(option) || names.includes(`${option}=${word.value}`));
}

function match(operands: readonly ShellWord[], specs: readonly OperandSpec[]): readonly Role[] | NotUnderstood {
  const least = specs.reduce((sum, spec) => sum + spec.least, 0);
  if (operands.length < least)
    return new NotUnderstood(operands.at(-1), operands.length === 0 ? undefined : "has nothing behind it");
  let spare = operands.length - least;
  const roles: Role[] = [];
  specs.forEach((spec, index) => {
    const later = specs.slice(index + 1).some(({ many }) => many);
    const extra = spec.many && !later ? spare : Math.min(spare, spec.least === 0 ? 1 : 0);
    spare -= extra;
    roles.push(...Array.from({ length: spec.least + extra }, () => spec.role));
  });
  return spare > 0 ? new NotUnderstood(operands[roles.length]) : roles;
}

function deepened(role: Role, { deep, hidden }: { readonly deep: boolean; readonly hidden: boolean }): Role {
  if (deep && role.name === "read") return { name: "tree" };
  if (deep && role.name === "remove") return { name: "removetree" };
  return hidden && role.name === "search" ? { name: "tree" } : role;
}

/** What a name that is found may be: a file, or no more than text. Nobody knows how it is spelled. */
const FOUND =
  /^(?:data|read|tree|search|script|write|make|into|remove|removetree|command|rest|arguments|object|pathspec)$/;

/** Roles of which an expression may say more: what is known of the word must match it. */
const LIMITED = /^(?:name|read|script|arguments|object)$/;

const NAME = /^(?!-)(?!.*\.\.)[\w@.:/+-]+$/;

/** Words whose role says how they must be spelled. */
function fits({ name, argument }: Role, word: ShellWord): boolean {
  if (word.below === true && !FOUND.test(name)) return false;
  if (argument !== undefined && LIMITED.test(name) && !isLike(argument, word.prefix)) return false;
  switch (name) {
    case "number":
      return word.form === "literal" && /^[+-]?\d+$/.test(word.value);
    case "name":
      return word.form === "literal" && NAME.test(word.value);
    case "one":
      return word.form === "literal" && (argument ?? "").split("|").includes(word.value);
    case "match":
    case "target":
    case "remote":
    case "cloned":
      return word.form === "literal" && isLike(argument ?? "", word.value);
    case "assign":
      return /^[A-Za-z_]\w*=/.test(word.prefix);
    case "url":
      return word.form === "literal" && isPlainUrl(word.value);
    default:
      return true;
  }
}

function isLike(expression: string, text: string): boolean {
  return new RegExp(`^(?:${expression})$`, "u").test(text);
}

/**
 * Of one file, with no character that curl or a shell would make several addresses of, and not of the server that hands
 * a machine in a cloud its keys.
 */
function isPlainUrl(text: string): boolean {
  const host = /^(?:https?:\/\/)?([\w.-]+)(?::\d+)?(?:[/?#][^\s{}[\]\\^`<>]*)?$/.exec(text)?.[1];
  return host !== undefined && !HANDS_OUT_KEYS.test(host);
}

/** Also where its number is written in another way than as four decimal ones. */
const HANDS_OUT_KEYS =
  /^(?:169\.254\.\d+\.\d+|100\.100\.100\.200|(?:instance-data|metadata)(?:\..*)?|\d+|(?:\d+\.)*0[x\d][\da-f]*(?:\..*)?|(?:\d+\.){1,2}\d+)\.?$/i;
