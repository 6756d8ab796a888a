import { realpathSync } from "node:fs";
import {
  ActivityStream,
  type RunnerOptions,
  type SettledCall,
  type ToolLoopConfig,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { contentText, toolsOf } from "@toolwright/core/internal";
import { EXIT } from "../exit-code.ts";
import type { CallFlags } from "../flags.ts";
import { BackgroundWork } from "../setup/background-work.ts";
import { type Interruption, interruptible } from "../setup/interruptible.ts";
import { newConversation } from "../setup/new-conversation.ts";
import { offerKeptOutputs } from "../setup/offer-kept-outputs.ts";
import { type Preparation, prepare } from "../setup/prepare.ts";
import { UsageError } from "../usage-error.ts";
import { callBatch } from "./call-batch.ts";
import { callLine } from "./call-line.ts";
import { terminalToAsk } from "./mcp-list.ts";

/** A use of `toolwright call`. */
export interface CallUse {
  readonly name: string | undefined;
  /** The arguments as they were typed. */
  readonly json: string;
  readonly flags: CallFlags;
}

/** `toolwright call`: one tool without a model, or a batch of calls. Resolves to the exit code. */
export async function call(use: CallUse): Promise<number> {
  const { name, flags } = use;
  if (flags.batch && name !== undefined) {
    throw new UsageError("--batch reads its calls from standard input; leave the name and the arguments out.");
  }
  const interruption = interruptible();
  try {
    if (flags.batch) return await callAll(flags, interruption);
    if (name !== undefined) return await callOne({ ...use, name }, interruption);
  } finally {
    interruption.end();
  }
  throw new UsageError("Name a tool, for example: toolwright call ls. `toolwright tools` lists them.");
}

async function callAll(flags: CallFlags, interruption: Interruption): Promise<number> {
  const { background, ...options } = await runnerOptions({
    flags,
    person: undefined,
    conversation: newConversation(),
    mayRunLines: false,
  });
  const { signal } = interruption;
  const code = await callBatch({ options, signal });
  for (const { call: late } of await background.rest(signal)) process.stdout.write(callLine(late));
  return background.open > 0 ? EXIT.failed : code;
}

async function callOne({ name, json, flags }: CallUse & { readonly name: string }, interruption: Interruption) {
  const terminal = terminalToAsk(flags);
  const person = terminal && { terminal, stopRun: interruption.stop };
  const { background, ...options } = await runnerOptions({
    flags,
    person,
    conversation: conversationOf(flags),
    mayRunLines: name === "bash",
  });
  const { signal } = interruption;
  const settled = await new ToolRunner(options).exec({ name, arguments: json }, { signal });
  print(settled, flags);
  const late = await background.rest(signal);
  for (const one of late) print(one.call, flags);
  const isDone = background.open === 0 && !settled.result.isError;
  return isDone && !late.some((one) => one.call.result.isError) ? EXIT.ok : EXIT.failed;
}

function print(settled: SettledCall, { json }: CallFlags): void {
  const text = contentText(settled.message.content);
  process.stdout.write(json ? callLine(settled) : text.endsWith("\n") ? text : `${text}\n`);
}

async function runnerOptions(preparation: Omit<Preparation, "model">): Promise<CallOptions> {
  const { agent, opened } = await prepare({ ...preparation, model: undefined });
  offerKeptOutputs(agent);
  const { tools, ...options } = opened.config;
  const activity = new ActivityStream();
  const background = new BackgroundWork(activity);
  return { ...options, activity, background, onAsyncResult: background.hear, registry: callable(agent.tools, tools) };
}

/** What a model is offered beside the tools is a tool to call, too. */
function callable(own: ToolRegistry, offered: ToolLoopConfig["tools"]): ToolRegistry {
  const others = toolsOf(offered).filter(({ name }) => own.get(name) === undefined);
  return others.length === 0 ? own : new ToolRegistry([...own.tools(), ...others]);
}

interface CallOptions extends RunnerOptions {
  readonly background: BackgroundWork;
}

/** One for each folder, so that a later call can read what an earlier one kept aside. */
function conversationOf({ workspace }: CallFlags) {
  try {
    return { channel: "call", chatId: realpathSync(workspace) };
  } catch {
    return newConversation();
  }
}
