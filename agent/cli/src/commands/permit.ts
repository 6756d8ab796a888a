import { homedir } from "node:os";
import { resolve } from "node:path";
import { objectIn } from "@toolwright/core/internal";
import type { CommandLineVerdict } from "@toolwright/shell-judge";
import type { Permissions, PolicyFile } from "@toolwright/workspace";
import { EXIT } from "../exit-code.ts";
import type { PermitFlags } from "../flags.ts";
import { loadPolicy } from "../setup/load-policy.ts";
import { printable } from "../text/printable.ts";
import { readLines } from "../text/read-lines.ts";
import { UsageError } from "../usage-error.ts";

/** `toolwright permit`: how a shell line is judged. Runs nothing, and touches no file but the policy's. */
export async function permit(words: readonly string[], flags: PermitFlags): Promise<number> {
  const [line] = words;
  const policy = flags.policy === undefined ? undefined : await loadPolicy(flags.policy);
  const { commandLineJudge, createPermissions } = await import("@toolwright/workspace");
  const cwd = resolve(flags.cwd ?? ".");
  const home = resolve(flags.home ?? homedir());
  const permissions = createPermissions({ root: cwd, home, ...rulesOf(policy) });
  for (const warning of permissions.warnings) process.stderr.write(`toolwright: ${printable(warning)}\n`);
  const judge = commandLineJudge({ cwd, home, ...(policy === undefined ? {} : { policy }) });
  if (flags.batch) await judgeAll(judge, words);
  else if (line === undefined || words.length > 1) throw new UsageError(ONE_LINE);
  else if (flags.json) process.stdout.write(`${JSON.stringify(judge(line))}\n`);
  else await explain(line, permissions);
  return EXIT.ok;
}

/** The rules of `--policy` in place of the built-in allow rules. */
function rulesOf(policy: PolicyFile | undefined) {
  return policy === undefined ? {} : { policies: [{ scope: "cli" as const, policy }], builtins: "none" as const };
}

const ONE_LINE = "Give the shell line as one argument, in quotes, for example: toolwright permit 'git diff --stat'.";

type Judge = (line: string) => CommandLineVerdict;

async function judgeAll(judge: Judge, words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new UsageError("--batch reads its lines from standard input; leave the line out.");
  for await (const text of readLines(process.stdin)) {
    if (text.trim() !== "") process.stdout.write(`${JSON.stringify(judgeLine(judge, text))}\n`);
  }
}

/** What cannot be read is denied: nobody should run it because nothing was said against it. */
function judgeLine(judge: Judge, text: string): CommandLineVerdict | (Omit<CommandLineVerdict, "command"> & NoCommand) {
  const command = commandIn(text);
  if (command !== undefined) return judge(command);
  return { command: null, verdict: "deny", rule: null, reason: 'The line is not JSON with a "command".' };
}

interface NoCommand {
  readonly command: null;
}

function commandIn(text: string): string | undefined {
  const command = objectIn(text)?.command;
  return typeof command === "string" ? command : undefined;
}

/** The verdict for a person, and what "always" would make of it. */
async function explain(command: string, permissions: Permissions): Promise<void> {
  const { verdict, rule, reason, remember, never } = await permissions.explain("bash", { command });
  const lines = [`${verdict}: ${reason}${rule === null ? "" : ` [${rule}]`}`];
  if (verdict === "ask") {
    for (const narrowest of remember) lines.push(`  always allows: ${narrowest}`);
    if (never !== null) lines.push(`  never saved: ${never}`);
  }
  process.stdout.write(lines.map((line) => `${printable(line).replaceAll("\n", "\\n")}\n`).join(""));
}
