import { type ChildProcess, spawn } from "node:child_process";
import type { Terminal } from "../terminal/terminal.ts";
import { LiveOutput } from "../view/live-output.ts";

/** Characters of an output that are offered to the model: its end. */
const OFFERED = 16_000;

/** What a command of the person's own came to. */
export interface RanCommand {
  readonly line: string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: string;
  readonly output: string;
}

/**
 * Runs a shell line as the person who typed it: nobody judges it, and nothing holds it. Ctrl-C ends it. Never rejects.
 */
export async function runOwnCommand(line: string, root: string, terminal: Terminal): Promise<RanCommand> {
  const { screen } = terminal;
  const shown = new LiveOutput(screen, "  ");
  const shell = process.env.SHELL || "/bin/sh";
  const child = spawn(shell, ["-c", line], { cwd: root, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let output = "";
  const hear = (chunk: string) => {
    output = (output + chunk).slice(-OFFERED);
    shown.push(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
  const unwatch = terminal.watchKeys(() => interrupt(child));
  const onExit = () => interrupt(child, "SIGKILL");
  process.once("exit", onExit);
  const ended = await endOf(child);
  process.off("exit", onExit);
  unwatch();
  shown.end();
  screen.line(screen.styles.dim(`  [${ended}]`));
  return { line, ended, output };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => resolve(signal === null ? `exit ${code}` : `ended by ${signal}`));
  });
}

/** All that it started belongs to its group. */
function interrupt({ pid }: ChildProcess, signal: NodeJS.Signals = "SIGINT"): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/** What the model is told of it, with the person's next message. */
export function toldOf({ line, ended, output }: RanCommand): string {
  const said = output.trimEnd() || "(no output)";
  return `I ran this myself: ${line}\n[${ended}]\n${said}`;
}
