import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { joinedCommand } from "../../../cli/test/support/joined-command.ts";

const { main: MAIN } = await joinedCommand();
const PAGE = fileURLToPath(new URL("../../../server/page/index.html", import.meta.url));

export const TOKEN = "a-token-for-browser-tests";

/** Where the real command serves a folder. */
export interface ServeOptions {
  readonly workspace: string;
  /** Where conversations lie: the same for a server that follows another. */
  readonly state: string;
  /** Default: a free one. */
  readonly port?: number;
  readonly args: readonly string[];
  /** Default: the one of all browser tests. */
  readonly token?: string;
}

/** The real command `serve` at work. */
export interface ServedWorkspace {
  readonly port: number;
  /** `kill -9`. Resolves when the process is gone. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the command, joined from its sources, and waits until it listens. The page has to be built. */
export async function serveWorkspace({
  workspace,
  state,
  port = 0,
  args,
  token = TOKEN,
}: ServeOptions): Promise<ServedWorkspace> {
  if (!existsSync(PAGE)) throw new Error("The page is not built: run npm run prepare.");
  const words = ["serve", "--workspace", workspace, "--port", String(port), "--token", token, ...args];
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, XDG_STATE_HOME: state, XDG_CONFIG_HOME: `${state}/config` };
  const child = spawn(process.execPath, ["--conditions=@toolwright/source", MAIN, ...words], { env });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void ended.then(() => running.delete(child));
  const listening = await portOf(child, ended);
  return {
    port: listening,
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

function portOf(child: ChildProcess, ended: Promise<void>): Promise<number> {
  let printed = "";
  return new Promise((resolve, reject) => {
    const hear = (piece: string) => {
      printed += piece;
      const [, port] = /open http:\/\/127\.0\.0\.1:(\d+)\//.exec(printed) ?? [];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.setEncoding("utf8").on("data", hear);
    child.stderr?.setEncoding("utf8").on("data", hear);
    void ended.then(() => reject(new Error(`The server ended at once: ${printed}`)));
  });
}
