import { AsyncLocalStorage } from "node:async_hooks";
import { writeSync } from "node:fs";
import type { Tool } from "@toolwright/core";
import { EXIT } from "../exit-code.ts";
import { environmentSecrets } from "../model/environment-secrets.ts";
import { messageOf } from "../text/message-of.ts";
import { notice } from "../text/notice.ts";
import { printable } from "../text/printable.ts";

/** So many errors that nothing caught end the command, when they come within so many milliseconds. */
const MOST = 3;
const WITHIN_MS = 60_000;

/** By what is going on: the words for the call that it is part of. */
const calls = new AsyncLocalStorage<string>();

/**
 * The same tool, whose call is known wherever something goes wrong that it has left behind: a promise, a timer, a
 * stream.
 */
export function tracedTool(tool: Tool): Tool {
  const { spec } = tool;
  const execute: typeof spec.execute = (input, context) => {
    const { toolCallId, conversation } = context;
    const words = `the tool ${tool.name} (call ${toolCallId} of ${conversation.chatId})`;
    return calls.run(words, () => spec.execute(input, context));
  };
  // Whatever else a tool carries stays what it is.
  return Object.create(tool, { spec: { value: { ...spec, execute }, enumerable: true } });
}

/**
 * Logs an error that nothing caught, with the call that left it behind, and goes on; the third in a minute ends the
 * process with 1. For the process of the command alone: whoever embeds a package decides for themselves.
 */
export function outliveStrayErrors(): void {
  let times: readonly number[] = [];
  process.on("uncaughtException", (thrown) => {
    const now = performance.now();
    times = [...times.filter((time) => now - time < WITHIN_MS), now];
    void tell(thrown, calls.getStore(), times.length >= MOST);
  });
}

/**
 * A tool, or a module, that ends the process before its command is done is named on stderr, and the exit code is not 0.
 * Returns the function that says the command is done.
 */
export function failWhenCutShort(): () => void {
  const fail = (code: number) => {
    const by = calls.getStore();
    if (code !== 0 && by === undefined) return;
    process.exitCode = code === 0 ? EXIT.failed : code;
    const said = `The command is not done: ${by ?? "a module"} ended the process with process.exit. Take that out.`;
    writeSync(2, `toolwright: ${printable(said)}\n`);
  };
  process.on("exit", fail);
  return () => process.off("exit", fail);
}

async function tell(thrown: unknown, call: string | undefined, isOneTooMany: boolean): Promise<void> {
  const { createScrubber } = await import("@toolwright/core");
  const why = createScrubber(environmentSecrets(process.env)).text(messageOf(thrown));
  const said = `An error that nothing caught${call === undefined ? "" : `, left behind by ${call}`}: ${why}`;
  if (!isOneTooMany) {
    notice(said);
    return;
  }
  // Said last, when a terminal that is drawn has been given back.
  const last = `${said}\nIt is the third in a minute, so the command ends.`;
  process.once("exit", () => {
    for (const line of last.split("\n")) writeSync(2, `toolwright: ${printable(line)}\n`);
  });
  calls.exit(() => process.exit(EXIT.failed));
}
