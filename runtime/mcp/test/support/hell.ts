import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Logger, type RunnerOptions, ToolRegistry, ToolRunner } from "@toolwright/core";
import { onTestFinished } from "vitest";
import { type McpTools, mcpTools } from "../../src/index.ts";
import type { McpToolsOptions } from "../../src/options.ts";

/** The program that does everything wrong. */
export const HELL = join(import.meta.dirname, "../hell/hell.mjs");

export const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Closed after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  onTestFinished(() => one.close());
  return one;
}

/** Connects to the hell server in one of its ways. */
export async function connect(
  row: string,
  { url, server, ...options }: Partial<McpToolsOptions> & { readonly url?: string; readonly server?: object } = {},
): Promise<McpTools> {
  const program = url === undefined ? { command: process.execPath, args: [HELL, row] } : { url };
  const servers = { hell: { ...program, confirm: "never" as const, ...server } };
  return closing(await mcpTools({ servers, logger: silent, ...options }));
}

/** Calls one of its tools. */
export async function call(
  mcp: McpTools,
  tool: string,
  args: Record<string, string> = {},
  options: Partial<RunnerOptions> & { readonly signal?: AbortSignal } = {},
) {
  const { signal, ...more } = options;
  const runner = new ToolRunner({ registry: new ToolRegistry([...mcp.tools]), logger: silent, ...more });
  return runner.exec({ name: `hell__${tool}`, arguments: args }, signal === undefined ? {} : { signal });
}

/** Serves a way of it over HTTP, until the test is over. */
export async function serve(row: string): Promise<string> {
  const child = spawn(process.execPath, [HELL, row, "--http"], { stdio: ["ignore", "pipe", "inherit"] });
  closing({ close: async () => void child.kill() });
  const [line] = await once(child.stdout, "data");
  return String(line).trim();
}
