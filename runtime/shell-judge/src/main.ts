import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ExplainedLine, explain } from "./decide/judge.ts";
import { type PolicyFile, parsePolicy } from "./rules/policy-file.ts";

const USAGE = `Usage: shell-judge [--json] [--policy FILE] [--cwd DIR] [--home DIR] LINE

Says what a line of bash would do: allow, ask or deny, and why. Runs nothing.
`;

/** Prints the verdict for one line. 0 for each verdict, 2 for wrong usage or a policy that does not read. */
export function main(args: readonly string[]): number {
  try {
    return run(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
}

function run(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      policy: { type: "string" },
      cwd: { type: "string" },
      home: { type: "string" },
    },
  });
  const [line, ...more] = positionals;
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (line === undefined || more.length > 0) throw new Error("Give the line as one argument, in quotes.");
  const cwd = resolve(values.cwd ?? ".");
  const place = { cwd, root: cwd, home: resolve(values.home ?? homedir()) };
  const explained = explain(line, place, values.policy === undefined ? undefined : readRules(values.policy));
  const { verdict, findings } = explained;
  process.stdout.write(values.json === true ? `${JSON.stringify({ verdict, findings })}\n` : shown(explained));
  return 0;
}

function readRules(path: string): PolicyFile {
  const parsed = parsePolicy(readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.policy;
}

function shown({ verdict, reason, findings }: ExplainedLine): string {
  const others = [...new Set(findings.map((finding) => `${finding.verdict}: ${finding.reason}`))];
  const lines = [`${verdict}: ${reason}`, ...others.slice(0, 50).map((text) => `  ${text}`)];
  return `${lines.map(printable).join("\n")}\n`;
}

/** Control and invisible characters as their escapes: what is shown is what is there. */
function printable(text: string): string {
  return text.replace(/(?! )[\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
