import type { CommandReading } from "../guards/command-view.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Finding } from "../verdict/finding.ts";
import type { RunBy } from "../wrappers/runners.ts";
import { narrowestRule } from "./narrowest-rule.ts";

/** A command with what was made of it. */
interface GroundedCommand {
  readonly words: readonly ShellWord[];
  readonly plain: readonly ShellWord[];
  readonly reading: CommandReading;
  readonly rule: string | undefined;
  readonly run: RunBy | undefined;
  /** Harmless commands need no rule. */
  readonly builtins: boolean;
}

/** What speaks for the command itself: a rule, the list of harmless commands, or nothing. */
export function groundOf({ words, plain, reading, rule, run, builtins }: GroundedCommand): Finding {
  const name = words[0]?.value ?? "";
  const harmless = builtins && reading.harmless && !name.includes("/");
  const readOnly = reading.harmless && reading.findings.every((finding) => finding.readOnly === true);
  if (rule !== undefined) {
    return { verdict: "allow", kind: "allowed", rule, reason: `${rule} allows it.`, readOnly };
  }
  if (harmless) return { verdict: "allow", kind: "allowed", reason: `${name} only reads here.`, readOnly };
  const remember = reading.findings.length > 0 ? undefined : narrowestRule({ words, plain, read: reading.read, run });
  const edits = writesOnly(name, reading) ? { edits: true } : {};
  const ask: Finding = { verdict: "ask", kind: "no-rule", reason: `No rule allows ${name}.`, ...edits };
  return remember === undefined ? ask : { ...ask, remember };
}

/** Programs that write the files that they are told of, and no more; those that delete are not among them. */
const WRITERS = /^g?(?:cp|mv|mkdir|touch|tee|install|sed|sort|uniq)$/;

/** Does it write files and nothing else, each of them known by its name? A destination takes names from its sources. */
function writesOnly(name: string, { read }: CommandReading): boolean {
  if (!WRITERS.test(name) || read?.effect !== "writes") return false;
  const words = [...read.options, ...read.operands];
  if (!words.some(({ role }) => role.name === "into")) return true;
  return words.every(({ word, role }) => role.name === "flag" || role.name === "into" || isNamed(word));
}

function isNamed({ form, value, below }: ShellWord): boolean {
  const last = value.split("/").findLast((part) => part !== "") ?? ".";
  return form === "literal" && below !== true && last !== "." && last !== "..";
}
