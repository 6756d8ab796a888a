// How long a person waits for the first prompt of `toolwright chat`: fresh processes in a terminal of their own
// (`script`, of util-linux).
// Usage: npm run first-prompt -- [--rounds=15]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine, spread, table } from "./measure/measure.mjs";

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds"))?.split("=")[1] ?? 15);
const COMMAND = fileURLToPath(new URL("../../agent/cli/bin/toolwright.js", import.meta.url));
const PATIENCE_MS = 30_000;

/** What stands on the screen when a person can type, and when the agent behind it is ready. */
const CASES = {
  "bare Node: a line is printed": {
    words: ["-e", "console.log('ready'); setTimeout(() => {}, 60_000)"],
    seen: "ready",
  },
  "drawn: the composer stands": { args: [], seen: "─" },
  "drawn: the model is named below it": { args: [], seen: "offline · mode" },
  "plain: the prompt": { args: ["--plain"], seen: "> \u001b[3G" },
};

const folder = mkdtempSync(join(tmpdir(), "toolwright-first-prompt-"));
try {
  const taken = new Map(Object.keys(CASES).map((name) => [name, []]));
  // The first round fills the cache of compiled code, which a person has, too.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, one] of Object.entries(CASES)) {
      const milliseconds = await timeToSee(one);
      if (round > 0) taken.get(name).push(milliseconds);
    }
  }
  console.log(`First prompt: ms from the start of the process, median (least–most) of ${rounds}. ${machine()}\n`);
  console.log(
    table(
      ["", "ms"],
      [...taken].map(([name, values]) => [name, spread(values)]),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function timeToSee({ args = [], words = [COMMAND, "chat", "--model", "offline", ...args], seen }) {
  const line = [process.execPath, ...words].map((word) => `"${word}"`).join(" ");
  const own = { HOME: folder, XDG_STATE_HOME: join(folder, "state"), XDG_CONFIG_HOME: join(folder, "config") };
  const started = performance.now();
  const child = spawn("script", ["-qfec", line, "/dev/null"], {
    cwd: folder,
    env: { ...process.env, ...own, TERM: "xterm-256color", NO_COLOR: "" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error(`Never seen: ${seen}. It wrote: ${text}`)), PATIENCE_MS);
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (!text.includes(seen)) return;
      resolve(performance.now() - started);
      clearTimeout(giveUp);
      child.kill("SIGKILL");
    });
    child.once("error", reject);
  });
}
