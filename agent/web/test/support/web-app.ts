import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { quickFolder } from "../../../store/test/quick-folder.ts";
import { type CuttableProxy, startCuttableProxy } from "./cuttable-proxy.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { openPage, type PageOptions } from "./open-page.ts";
import { type ServedWorkspace, serveWorkspace, TOKEN } from "./served-workspace.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** What a test's workspace holds, and how it is served. */
export interface WebAppOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** The text of a module for `--tools`. */
  readonly tools?: string;
  readonly args?: readonly string[];
}

/** A workspace, the real command that serves it, and the model behind it. */
export interface WebApp {
  readonly workspace: string;
  /** Where the command keeps its conversations. */
  readonly state: string;
  readonly model: ModelServer;
  /** Between browser and server. */
  readonly line: CuttableProxy;
  /** The address that the server prints. */
  readonly url: string;
  /** Opens the page, signed in, in a context of its own. */
  open(options?: PageOptions): Promise<Page>;
  /** A request of a program with the token; a body is sent as JSON. */
  send(path: string, body?: unknown, method?: string): Promise<Response>;
  /** `kill -9`, and the same command again on the same port. */
  killServer(): Promise<void>;
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Starts all of it: a folder that is a git repository, the command, a model server, and a line that can be cut. */
export async function startWebApp({ files = {}, tools, args = [] }: WebAppOptions = {}): Promise<WebApp> {
  const workspace = temporaryFolder(files);
  commitAll(workspace);
  const state = quickFolder("toolwright-web-");
  const model = await startModelServer();
  const own = tools === undefined ? [] : ["--tools", join(temporaryFolder({ "tools.mjs": tools }), "tools.mjs")];
  // A request for a title quotes what was said: it would be taken for the next one of the conversation.
  const words = ["--model", "litellm:test", "--base-url", model.baseUrl, "--no-titles", ...own, ...args];
  const served = { workspace, state, args: words };
  let server: ServedWorkspace = await serveWorkspace(served);
  const line = await startCuttableProxy(server.port);
  const base = `http://127.0.0.1:${line.port}`;
  const url = `${base}/?token=${TOKEN}`;
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  return {
    workspace,
    state,
    model,
    line,
    url,
    open: (options) => openPage(url, options),
    send: (path, body, method = body === undefined ? "GET" : "POST") =>
      fetch(`${base}${path}`, { headers, method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
    killServer: () => server.kill(),
    async startAgain() {
      server = await serveWorkspace({ ...served, port: server.port });
    },
    async close() {
      line.close();
      await server.kill();
      model.close();
      await rm(state, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function commitAll(folder: string): void {
  const person = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "All", "--allow-empty"],
  ]) {
    spawnSync("git", [...person, ...args], { cwd: folder });
  }
}
