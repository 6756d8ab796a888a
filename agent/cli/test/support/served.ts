import { type ChildProcess, spawn } from "node:child_process";
import { COMMAND, OWN_PLACES } from "./toolwright.ts";

/** The command `serve` at work. */
export interface Served {
  readonly child: ChildProcess;
  /** Without the token, and without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly stdout: string;
  /** Resolves to the exit code, or the signal's name. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** A request with the token; a body is sent as JSON. */
  send(path: string, body?: unknown): Promise<Response>;
}

const running = new Set<ChildProcess>();

/** Starts the real command on a free port, and waits until it listens. */
export async function serve(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Served> {
  const [program, ...rest] = COMMAND;
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, ...OWN_PLACES, ...options.env };
  const child = spawn(program, [...rest, "serve", "--port", "0", ...args], { ...options, env });
  running.add(child);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve(code ?? signal);
    });
  });
  const stdout = await printed(child, ended);
  const [, url = ""] = /open (http:\S+?)\/(?:\?|$)/m.exec(stdout) ?? [];
  const token = /\?token=(\S+)/.exec(stdout)?.[1] ?? args[args.indexOf("--token") + 1] ?? "";
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = (path: string, body?: unknown) =>
    fetch(`${url}${path}`, body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) });
  return { child, url, token, stdout, ended, send };
}

/** Whatever a test left running. */
export function endServed(): void {
  for (const child of running) child.kill("SIGKILL");
}

function printed(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  let stdout = "";
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error(`The server ended at once: ${stdout}${stderr}`)));
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
      if (/open http:.*\n/.test(stdout)) resolve(stdout);
    });
  });
}
