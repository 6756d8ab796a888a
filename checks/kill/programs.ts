import { createCodeMode } from "@toolwright/code-mode";
import type { Tool } from "@toolwright/core";

/** Where a process is told that its turns have programs. */
export const PROGRAMS = "TOOLWRIGHT_KILL_PROGRAMS";

export const hasPrograms = () => process.env[PROGRAMS] !== undefined;

/** A program of these calls. Those of a half race; a call whose outcome nobody knows is an answer like any other. */
export function programOf(names: readonly string[]): string {
  const calls = names.map((name) => `attempt(tools.${name}({ at: Date.now(), chance: Math.random() }))`);
  const half = Math.ceil(calls.length / 2);
  return [
    `const first = [${calls.slice(0, half).join(", ")}];`,
    "const won = await Promise.race(first.map((call, n) => call.then(() => n)));",
    "const made = await Promise.all(first);",
    ...calls.slice(half).map((call) => `made.push(await ${call});`),
    "return { won, made: made.map(({ ok, value, error }) => (ok ? value : error.code)) };",
  ].join("\n");
}

/** The tool that runs programs of these. */
export function programTool(tools: readonly Tool[]): Tool {
  return createCodeMode(tools, { parkAfterMs: 200 }).tool;
}
