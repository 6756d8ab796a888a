import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type Connect, PATIENCE_MS, type Subject, short, type Target } from "./subject.ts";

/** Rows that need HTTP. */
const OVER_HTTP: ReadonlySet<string> = new Set(["forgets-session", "drips"]);
/** Connecting and everything after it takes no longer, in milliseconds. */
const LONGEST_MS = 40_000;

/** What a client comes to with one row, in a few words. */
export async function drive(row: string, hell: string, connect: Connect): Promise<string> {
  const served = OVER_HTTP.has(row) ? await serve(row, hell) : undefined;
  const target = served?.target ?? { command: process.execPath, args: [hell, row] };
  try {
    return await inTime(tried(row, hell, () => connect(target)));
  } catch (error) {
    return `cannot be used: ${short(error instanceof Error ? error.message : String(error), 140)}`;
  } finally {
    served?.end();
  }
}

async function tried(row: string, hell: string, connect: () => Promise<Subject>): Promise<string> {
  const subject = await connect();
  try {
    const names = await subject.list();
    const called = await (Object.hasOwn(OWN, row) ? OWN[row]?.(subject) : subject.call(nameIn(names), {}));
    const listed = names.length === 1 ? "" : `${names.length} tools; `;
    return `${listed}${called}${row === "immortal" ? await survivor(subject, hell) : ""}`;
  } finally {
    await subject.close().catch(() => undefined);
  }
}

function nameIn(names: readonly string[]): string {
  return names[0] ?? "echo";
}

/** Rows in which one call shows nothing. */
const OWN: Readonly<Record<string, (subject: Subject) => Promise<string>>> = {
  async "changes-tools"(subject) {
    await subject.call("echo", {});
    await pause(1_200);
    return `after the change: ${await subject.call("echo", {})}`;
  },
  async storm(subject) {
    await subject.call("echo", {});
    await pause(1_500);
    return subject.call("echo", {});
  },
  async tells(subject) {
    const stop = new AbortController();
    const waiting = subject.call("echo", { text: "wait" }, stop.signal);
    await pause(200);
    stop.abort("the password is hunter2");
    await waiting;
    return `it was told ${await subject.call("echo", { text: "now" })}`;
  },
  async dies(subject) {
    const first = await subject.call("echo", {});
    return `${first}; the next call: ${await subject.call("echo", {})}`;
  },
  async "forgets-session"(subject) {
    return `reading ${await subject.call("read", {})}, writing ${await subject.call("write", {})}`;
  },
  collisions: (subject) => subject.call("a_b", {}),
  names: async (subject) => subject.told(),
  injection: async (subject) => subject.told(),
};

async function survivor(subject: Subject, hell: string): Promise<string> {
  await subject.close();
  await pause(500);
  const running = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  const left = running.filter((line) => line.includes(`${hell} immortal`));
  for (const line of left) process.kill(Number(line.trim().split(" ", 1)[0]), "SIGKILL");
  return left.length === 0 ? "; gone when it is closed" : "; still there when it is closed";
}

function inTime(work: Promise<string>): Promise<string> {
  return Promise.race([
    work,
    pause(LONGEST_MS, `nothing came in ${LONGEST_MS / 1_000} s, with deadlines of ${PATIENCE_MS / 1_000} s`),
  ]);
}

async function serve(row: string, hell: string): Promise<{ readonly target: Target; end(): void }> {
  const child = spawn(process.execPath, [hell, row, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { target: { url: String(line).trim() }, end: () => void child.kill() };
}
