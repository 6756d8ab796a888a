// The real app at work, and the browser that looks at it.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const COMMAND = fileURLToPath(new URL("../../agent/cli/bin/toolwright.js", import.meta.url));
const TOKEN = "a-token-for-pictures";

/** Starts `toolwright serve` on a free port, and waits until it listens. */
export async function serve({ folder, workspace, models, env }) {
  const words = ["serve", "--workspace", workspace, "--port", "0", "--token", TOKEN, "--sandbox", "off"];
  const child = spawn(process.execPath, [COMMAND, ...words, ...models.flatMap((model) => ["--model", model])], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    printed += piece;
    const [, address] = /open (\S+)\n/.exec(printed) ?? [];
    if (address !== undefined) return { child, url: `${address}?token=${TOKEN}` };
  }
  throw new Error("The server ended at once.");
}

/** The line that starts `toolwright chat` with nothing of this machine but its programs; `folder` is its home. */
export function chatIn(folder, words) {
  const own = `env -i PATH="$PATH" HOME=${folder} TERM=tmux-256color COLORTERM=truecolor LANG=C.UTF-8`;
  return `${own} ${process.execPath} ${COMMAND} chat --sandbox off ${words.join(" ")}`;
}

export function openBrowser() {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
}
