import { DRAWN, TestTerminal } from "./terminal.ts";
import { folder } from "./toolwright.ts";

/** A chat that is drawn, with a scripted model, in a folder of its own. */
export interface DrawnChat {
  readonly terminal: TestTerminal;
  readonly cwd: string;
}

/** What a chat is begun with, beside the script. */
export interface DrawnChatOptions {
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Begins one, and waits for its composer. */
export async function drawnChat(
  steps: readonly object[],
  { args = [], files = {}, env = {} }: DrawnChatOptions = {},
): Promise<DrawnChat> {
  const cwd = await folder({ "s.json": steps, ...files });
  const line = ["chat", "--model", "script:s.json", "--sandbox", "off", ...args];
  const terminal = new TestTerminal(line, cwd, { ...DRAWN, ...env });
  await terminal.see(READY);
  return { terminal, cwd };
}

/** The composer, with nothing in it, and the status below it. */
export const READY = /^─+\n─+\nscript:s\.json · mode default/m;

/** A line that asks, with a sandbox and without one. */
export const bash = (command: string) => ({
  toolCalls: [{ name: "bash", arguments: { command: `sh -c '${command}'` } }],
});
