import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineTool, type Tool } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { createAgentServer, startNodeServer } from "@toolwright/server";
import { openStore } from "@toolwright/store";
import type { Frame } from "@toolwright/view";
import { readFrames } from "@toolwright/view/internal";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { quickFolder } from "../../../store/test/quick-folder.ts";
import { Api } from "../server/api.ts";

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** Prints, then says it again; fails for "fail". */
const echoTool = defineTool({
  name: "echo",
  description: "Says it again.",
  input: z.object({ text: z.string() }),
  allowlist: "all",
  effects: "read",
  streamsOutput: true,
  async execute({ text }, ctx) {
    ctx.emitOutput(`${text} …`);
    if (text === "fail") throw new Error("It failed.");
    return `${text}!`;
  },
});

/** Asks before it runs. */
const askingTool = defineTool({
  name: "deploy",
  description: "Deploys.",
  input: z.object({ to: z.string() }),
  allowlist: "all",
  effects: "external",
  requiresConfirmation: true,
  execute: async ({ to }) => `deployed to ${to}`,
});

/** A real server with a model that says these steps, closed with the test. */
export async function startServer(steps: readonly ScriptStep[], tools: readonly Tool[] = [echoTool, askingTool]) {
  const folder = quickFolder("toolwright-web-");
  const store = openStore({ file: join(folder, "threads.sqlite"), pollMs: 20 });
  const model = scripted(steps);
  const agent = { model: "script:test", config: () => ({ model, tools, logger: QUIET }) };
  const server = createAgentServer({ agent, store, token: "secret", logger: QUIET });
  const running = await startNodeServer(server, { port: 0 });
  onTestFinished(async () => {
    await running.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${running.port}`;
  return { api: new Api({ baseUrl: url, token: "secret" }), url };
}

/** Every frame of a response. */
export async function allFrames(response: Response): Promise<Frame[]> {
  const frames: Frame[] = [];
  if (response.body !== null) for await (const some of readFrames(response.body)) frames.push(...some);
  return frames;
}
