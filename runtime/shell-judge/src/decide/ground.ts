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
  const remember = reading.findings.length > 0 ? undefined : narrowestRule(plain, run);
  const ask: Finding = { verdict: "ask", kind: "no-rule", reason: `No rule allows ${name}.` };
  return remember === undefined ? ask : { ...ask, remember };
}
