import { ActivityStream, runToolLoop } from "@toolwright/core";
import { EXIT } from "../exit-code.ts";
import type { RunFlags } from "../flags.ts";
import { type ChosenModel, chooseModel } from "../model/choose-model.ts";
import { refuseUselessFlags } from "../model/refuse-useless-flags.ts";
import { type Interruption, interruptible } from "../setup/interruptible.ts";
import { newConversation } from "../setup/new-conversation.ts";
import { type Prepared, prepare } from "../setup/prepare.ts";
import { type TapeConfig, tapeConfig } from "../setup/tape-config.ts";
import { Terminal } from "../terminal/terminal.ts";
import { readAll } from "../text/read-all.ts";
import { UsageError } from "../usage-error.ts";
import { jsonView } from "../view/json-view.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { RunView } from "../view/run-view.ts";

/** `toolwright run`: one request, from the first word to `done`. Resolves to the exit code. */
export async function run(words: readonly string[], flags: RunFlags): Promise<number> {
  const request = await requestOf(words);
  const chosen = await chooseModel(flags, process.env);
  refuseUselessFlags(flags, [chosen]);
  const tape = await tapeConfig(chosen, flags.record);
  const interruption = interruptible();
  try {
    return await (flags.json ? runForProgram : runForPerson)({ request, flags, chosen, tape, interruption });
  } finally {
    interruption.end();
    tape.close();
  }
}

async function requestOf(words: readonly string[]): Promise<string> {
  const said = words.join(" ").trim();
  if (said !== "") return said;
  const piped = process.stdin.isTTY ? "" : (await readAll(process.stdin)).trim();
  if (piped !== "") return piped;
  throw new UsageError('Say what to do, for example: toolwright run "list the files in src".');
}

interface Job {
  readonly request: string;
  readonly flags: RunFlags;
  readonly chosen: ChosenModel;
  readonly tape: TapeConfig;
  readonly interruption: Interruption;
}

async function runForProgram(job: Job): Promise<number> {
  const activity = new ActivityStream();
  const prepared = await prepare({
    flags: job.flags,
    person: undefined,
    model: job.chosen.model,
    conversation: newConversation(),
  });
  activity.subscribe(
    "*",
    jsonView((text) => process.stdout.write(text)),
  );
  return loop(job, prepared, activity);
}

async function runForPerson(job: Job): Promise<number> {
  const { chosen, flags, interruption } = job;
  const terminal = new Terminal(process.stdin, process.stdout, process.env);
  const { screen } = terminal;
  const canAsk = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const person = canAsk ? { terminal, stopRun: interruption.stop } : undefined;
  const prepared = await prepare({ flags, person, model: chosen.model, conversation: newConversation() });
  screen.line(screen.styles.dim(`model: ${chosen.spec}`));
  const activity = new ActivityStream();
  activity.subscribe("*", new RunView(screen).show);
  let refused = false;
  activity.subscribe("tool_call_end", ({ data }) => {
    refused ||= data.result.error?.code === "approval_denied";
  });
  const exitCode = await loop(job, prepared, activity);
  if (refused && prepared.approver === undefined) screen.line(NOBODY_TO_ASK);
  if (chosen.isOffline) screen.line(screen.styles.dim(REAL_MODEL_HINT));
  return exitCode;
}

const NOBODY_TO_ASK = "Calls that need approval were denied. Use a terminal to be asked, or --yes to allow them.";

async function loop(job: Job, { opened, steps }: Prepared, activity: ActivityStream): Promise<number> {
  const { request, flags, tape, interruption } = job;
  const { maxIterations } = flags;
  const { stopReason } = await runToolLoop(
    {
      ...opened.config,
      ...steps,
      ...tape.config,
      activity,
      signal: interruption.signal,
      ...(maxIterations === undefined ? {} : { maxIterations }),
    },
    [...opened.history, { role: "user", content: request }],
  );
  return stopReason === "stop" || stopReason === "done" ? EXIT.ok : EXIT.failed;
}
