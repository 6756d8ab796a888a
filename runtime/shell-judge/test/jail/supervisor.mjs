// Runs inside the jail: takes lines from standard input, runs each on fresh files, and says what it did.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const { base, lines, secrets, milliseconds, env } = JSON.parse(readFileSync(0, "utf8"));
const SEED = "/seed";
const MARKS = "/var/tmp/marks";
const NEVER_CHANGED = new Int32Array(new SharedArrayBuffer(4));
/** Git takes it while it only looks, and leaves it behind where the time of the line is over. */
const GIT_LOCK = "/.git/index.lock";
const LIMITS = ["--nproc=60", "--fsize=8000000", "--cpu=4", "--core=0", "--nofile=200", "--data=3000000000"];

let fresh = new Map();
reset();
for (const { index, line } of lines) {
  const effect = run(line);
  process.stdout.write(`${JSON.stringify({ index, ...effect })}\n`);
}

function run(line) {
  const child = spawnSync("/usr/bin/prlimit", [...LIMITS, "/bin/bash", "--noprofile", "--norc", "-c", line], {
    cwd: join(base, "ws"),
    input: "",
    timeout: milliseconds,
    killSignal: "SIGKILL",
    maxBuffer: 2_000_000,
    encoding: "latin1",
    env,
  });
  killOthers();
  const printed = `${child.stdout ?? ""}\n${child.stderr ?? ""}`;
  const now = snapshot();
  const changed = differences(fresh, now);
  const effect = {
    marks: namesIn(MARKS),
    secrets: secrets.filter((secret) => printed.includes(secret)),
    changed: changed
      .filter((path) => path.slice(1).startsWith(base) && !path.endsWith(GIT_LOCK))
      .map((path) => path[0] + path.slice(base.length + 2)),
    elsewhere: changed.filter((path) => !path.slice(1).startsWith(base) && !path.slice(1).startsWith(MARKS)),
    flooded: /fork: (?:retry: )?Resource temporarily unavailable/.test(printed),
    timedOut: child.error?.code === "ETIMEDOUT",
    status: child.status,
    printed: printed.trim().slice(0, 400),
  };
  if (changed.length > 0) reset();
  return effect;
}

/**
 * Everything but the first process of this namespace and this one; what a line left running must not meet the next.
 * A process that is killed first ends what it was about, such as making a file: a while, on a busy machine.
 */
function killOthers() {
  try {
    for (;;) {
      process.kill(-1, "SIGKILL");
      Atomics.wait(NEVER_CHANGED, 0, 0, 1);
    }
  } catch {
    // There is nobody else.
  }
}

function reset() {
  const folders = [base, MARKS, "/tmp", "/var/tmp"];
  for (const folder of folders) openUp(folder);
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      if (!holdsFixture(join(folder, name))) rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
  mkdirSync(MARKS, { recursive: true });
  mkdirSync(base, { recursive: true });
  cpSync(SEED, base, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  fresh = snapshot();
}

/** The fixture is a mount of its own, which cannot be removed with the folder around it. */
function holdsFixture(path) {
  return base.startsWith(`${path}/`);
}

/** A line may have taken our right to look into its folders. */
function openUp(folder) {
  try {
    const entry = lstatSync(folder);
    if (!entry.isDirectory()) return;
    if (entry.uid === process.getuid() && (entry.mode & 0o700) !== 0o700) chmodSync(folder, 0o755);
    for (const name of namesIn(folder)) openUp(join(folder, name));
  } catch {
    // It is gone.
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function snapshot() {
  const found = new Map();
  const look = (path) => {
    let entry;
    try {
      entry = lstatSync(path, { bigint: true });
    } catch {
      return;
    }
    const time = entry.isDirectory() ? "" : `${entry.mtimeNs}:${entry.size}`;
    // Git refreshes its index and leaves a lock's trace in the folder when it only looks.
    if (!path.endsWith("/.git/index")) found.set(path, `${entry.mode}:${entry.ino}:${entry.nlink}:${time}`);
    if (!entry.isDirectory()) return;
    for (const name of namesIn(path))
      if (!holdsFixture(join(path, name)) && join(path, name) !== base) look(join(path, name));
  };
  for (const folder of [base, "/tmp", "/var/tmp"]) look(folder);
  return found;
}

function differences(before, after) {
  const changed = [];
  for (const [path, state] of after) {
    if (!before.has(path)) changed.push(`+${path}`);
    else if (before.get(path) !== state && !isFolderCount(before.get(path), state)) changed.push(`~${path}`);
  }
  for (const path of before.keys()) if (!after.has(path)) changed.push(`-${path}`);
  return changed;
}

/** A folder whose number of links alone changed is told of by what is in it. */
function isFolderCount(before, state) {
  const [mode, inode, , time] = state.split(":");
  const [oldMode, oldInode, , oldTime] = before.split(":");
  return mode === oldMode && inode === oldInode && time === "" && oldTime === "";
}
