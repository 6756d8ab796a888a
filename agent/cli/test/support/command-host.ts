import { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { runCommandLine } from "../../src/run-command-line.ts";

/** One command line, and the surroundings that a process of its own would have. */
export interface HostedLine {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

/** How a command line ended. */
export interface HostedEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds that the command gives to what still goes on when its last word is said. */
const GRACE_MS = 2_500;

/** Listeners of a command line, which would end with its process. */
const EVENTS = ["SIGINT", "SIGTERM", "SIGHUP", "beforeExit", "uncaughtException", "unhandledRejection"];

const exit = process.exit;
const printed = { stdout: "", stderr: "" };
let stdin = Readable.from([]);

for (const name of ["stdout", "stderr"] as const) Object.defineProperty(process, name, { value: kept(name) });
Object.defineProperty(process, "stdin", { get: () => stdin });
process.exit = (code) => {
  tell(Number(code ?? 0));
  return exit(0);
};
process.on("disconnect", () => exit(0));
process.on("message", (line: HostedLine) => void run(line));

/**
 * Runs a line where one after the other is run. What a line leaves behind ends with this process, as it would with its
 * own.
 */
async function run({ args, cwd, env, stdin: text }: HostedLine): Promise<void> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.assign(printed, { stdout: "", stderr: "" });
  stdin = Readable.from(text === "" ? [] : [Buffer.from(text)], { objectMode: false });
  const before = process.getActiveResourcesInfo().length;
  const code = await runCommandLine(args);
  for (const until = performance.now() + GRACE_MS; process.getActiveResourcesInfo().length > before; await pause(10)) {
    if (performance.now() > until) process.exit(code);
  }
  for (const event of EVENTS) process.removeAllListeners(event);
  tell(code);
}

function tell(code: number): void {
  process.send?.({ code, ...printed } satisfies HostedEnd);
}

/** A stream whose text is kept. */
function kept(name: "stdout" | "stderr"): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      printed[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
      done();
    },
  });
}
