import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { HostedEnd, HostedLine } from "./command-host.ts";

/** Milliseconds after which a line that does not end is given up, and its process with it. */
const PATIENCE_MS = 120_000;

let host: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

/** Runs a command line in a process that has run others before it, after those that were asked for earlier. */
export function runHosted(program: string, line: HostedLine): Promise<HostedEnd> {
  const ended = before.then(() => runNow(program, line));
  before = ended.catch(() => undefined);
  return ended;
}

async function runNow(program: string, line: HostedLine): Promise<HostedEnd> {
  host = host?.connected ? host : fork(program, { execArgv: ["--conditions=@toolwright/source"] });
  const [child, over] = [host, new AbortController()];
  const limit = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  child.send(line);
  const told = await Promise.race([once(child, "message", over), once(child, "exit", over).then(() => [])]);
  clearTimeout(limit);
  over.abort();
  if (told.length > 0) return told[0];
  throw new Error(`The process of the command ended without a word: ${JSON.stringify(line.args)}`);
}
