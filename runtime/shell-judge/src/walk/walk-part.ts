import type { CommandExpansionPart, ParameterExpansionPart, ParameterOperation, Word, WordPart } from "unbash";
import { guard } from "../verdict/finding.ts";
import type { Walk } from "./line-visitor.ts";
import { type Exits, type FoundNames, ownShell, type Place } from "./place.ts";
import { isNumber, walkArithmetic } from "./walk-assignment.ts";

/** Walks one part of a word: scripts inside it are judged, evaluation inside it is found. */
export function walkPart(part: WordPart, walk: Walk, place: Place): void {
  walk.visitor.steps.take();
  switch (part.type) {
    case "DoubleQuoted":
    case "LocaleString":
      walkQuoted(part.parts, walk, place);
      return;
    case "SimpleExpansion":
      if (holdsSecret(part.text.slice(1), place)) walk.visitor.found(guard(`${part.text} may hold a secret.`));
      return;
    case "ParameterExpansion":
      walkParameter(part, walk, place);
      return;
    case "CommandExpansion":
      walkSubstitution(part, walk, place);
      return;
    case "ProcessSubstitution":
      remember(part, walkInner(part.script, walk, { ...substituted(walk, place), fed: part.operator === ">" }));
      return;
    case "ArithmeticExpansion":
      if (part.text.startsWith("$[")) walk.visitor.found(guard("$[…] can run commands."));
      walkArithmetic(part.expression, walk, place);
      return;
    case "ExtendedGlob":
      walk.visitor.found(guard("Extended globs are not judged."));
      walkParts(part.parts, walk, place);
      return;
    case "Glob":
    case "BraceExpansion":
      walkParts(part.parts, walk, place);
      return;
    default:
      return;
  }
}

/** By its name, of the environment: what the line itself gave a value is read where that stands. */
function holdsSecret(name: string, { variables }: Place): boolean {
  return SECRET.test(name) && !variables.isSet(name);
}

/** Addresses of databases hold a password. */
const SECRET =
  /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|(?:^|_)(?:PAT|PASS|DSN)(?:_|$)|CONNECTION_?STRING|(?:DATABASE|DB|SQL|POSTGRES|MONGO|REDIS|AMQP|BROKER)\w*UR[IL]$/i;

/** Walks parts in double quotes or a here-document, where a single quote in an expansion does not quote. */
export function walkQuoted(parts: readonly WordPart[] | undefined, walk: Walk, place: Place): void {
  for (const part of parts ?? []) {
    if (part.type === "ParameterExpansion" && /['"\\]/.test(part.text.slice(2))) {
      walk.visitor.found(guard(`Quotes in ${part.text} mean something else to bash than they seem to.`));
    }
    walkPart(part, walk, place);
  }
}

function walkParts(parts: readonly WordPart[] | undefined, walk: Walk, place: Place): void {
  for (const part of parts ?? []) walkPart(part, walk, place);
}

function walkSubstitution(part: CommandExpansionPart, walk: Walk, place: Place): void {
  if (!part.text.startsWith("$(") && !part.text.startsWith("`")) {
    walk.visitor.found(guard("A brace substitution runs commands in this shell."));
  }
  remember(part, walkInner(part.script, walk, { ...substituted(walk, place), fed: place.fed }));
}

function remember(part: WordPart, { names }: Printing): void {
  if (names !== undefined) NAMES.set(part, names);
}

type Printing = Pick<Exits, "names">;

/** The names of files that substitutions print, by their part of the tree. */
const NAMES = new WeakMap<WordPart, FoundNames>();

/** The names of files that a substitution, which was walked before, prints. */
export function namesPrintedBy(part: WordPart): FoundNames | undefined {
  return NAMES.get(part);
}

function substituted({ visitor }: Walk, { input: _, names: __, ...place }: Place): Place {
  return ownShell(place, visitor);
}

function walkInner(script: CommandExpansionPart["script"], walk: Walk, place: Place): Printing {
  if (script !== undefined) return walk.into.script(script, walk, { ...place, depth: place.depth + 1 });
  walk.visitor.found(guard("A substitution could not be read."));
  return {};
}

function walkParameter(part: ParameterExpansionPart, walk: Walk, place: Place): void {
  if (isBadSubstitution(part.text)) return;
  const operand = part.text.slice(2);
  if (/['"\\]/.test(operand) && /[`]|\$[({[']|[<>]\(/.test(operand)) {
    walk.visitor.found(guard(`What ${part.text} runs depends on how its quotes are read.`));
  }
  const plain = /^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/.test(part.parameter);
  if (!plain || part.prefix === "!") walk.visitor.found(guard(`${part.text} expands to what a variable names.`));
  const shown = part.prefix !== "#" && !(part.operation?.type === "Default" && part.operation.operator.endsWith("+"));
  if (shown && holdsSecret(part.parameter, place)) walk.visitor.found(guard(`${part.text} may hold a secret.`));
  if (part.index !== undefined) walkIndex(part.index, walk, place);
  if (part.operation !== undefined) walkOperation(part.operation, walk, place);
}

/** `${name(…)}` is no expansion at all: bash stops at it, and it holds nothing that would be expanded first. */
function isBadSubstitution(text: string): boolean {
  return /^\$\{(?:@?[A-Za-z]\w*)\([^$`]*\}$/.test(text);
}

function walkIndex(index: Word, walk: Walk, place: Place): void {
  walk.into.word(index, walk, place);
  if (!isNumber(index.text) && !/^[@*]$/.test(index.text)) walk.visitor.found(guard("A subscript can run commands."));
}

function walkOperation(operation: ParameterOperation, walk: Walk, place: Place): void {
  switch (operation.type) {
    case "Default":
      if (operation.operator.includes("=")) walk.visitor.found(guard("An expansion sets a variable."));
      walk.into.word(operation.operand, walk, place);
      return;
    case "Remove":
      walk.into.word(operation.operand, walk, place);
      return;
    case "CaseModification":
      if (operation.operand !== undefined) walk.into.word(operation.operand, walk, place);
      return;
    case "Replace":
      walk.into.word(operation.pattern, walk, place);
      walk.into.word(operation.replacement, walk, place);
      return;
    case "Slice":
      walkSlice([operation.offset, operation.length], walk, place);
      return;
    default:
      walk.visitor.found(guard("An expansion evaluates what a variable holds."));
  }
}

function walkSlice(words: readonly (Word | undefined)[], walk: Walk, place: Place): void {
  for (const word of words) {
    if (word === undefined) continue;
    walk.into.word(word, walk, place);
    if (!isNumber(word.text.trim())) walk.visitor.found(guard("A slice evaluates its numbers and can run commands."));
  }
}
