import { guard } from "../decide/finding.ts";
import { readByGrammar } from "../grammar/grammar-guard.ts";
import type { CommandReading, CommandView, Guard } from "./command-view.ts";
import { guardBrackets } from "./guard-brackets.ts";
import { guardGeneric } from "./guard-generic.ts";
import { guardInterpreter, isInterpreter } from "./guard-interpreter.ts";
import { guardPrintf } from "./guard-printf.ts";
import { irreversible } from "./irreversible.ts";
import { NEVER_BY_WILDCARD } from "./never-by-wildcard.ts";

/** What the shell answers to itself and no grammar of words describes. */
const GUARDS = new Map<string, Guard>([
  ["echo", () => ({ findings: [], paths: [], harmless: true })],
  ["printf", guardPrintf],
  ["test", guardBrackets],
  ["[", guardBrackets],
]);

/** Reads a command by the grammar of its program; one without a grammar needs a rule, and some need more than a wildcard. */
export function readCommand(view: CommandView): CommandReading {
  const own = GUARDS.get(view.name);
  if (own !== undefined) return own(view);
  const read = readByGrammar(view);
  if (read?.read !== undefined) return read;
  const reading = read ?? (isInterpreter(view.name) ? guardInterpreter(view) : guardGeneric(view));
  const always = NEVER_BY_WILDCARD.has(view.name)
    ? [guard(`${view.name} can run programs or write files in ways that are not judged.`)]
    : [];
  return { ...reading, findings: [...reading.findings, ...irreversible(view.name, view.args), ...always] };
}
