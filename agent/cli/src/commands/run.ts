import { text } from "node:stream/consumers";
import {
  type JournalEvent,
  type Message,
  resumeToolLoop,
  runToolLoop,
  type ToolLoopConfig,
  type ToolLoopResult,
} from "@toolwright/core";
import { ConversationUndo } from "../conversations/conversation-undo.ts";
import { openKept } from "../conversations/open-kept.ts";
import { EXIT } from "../exit-code.ts";
import type { OutputFormat, RunFlags } from "../flags.ts";
import { budgetConfig } from "../model/budget.ts";
import { type ChosenModel, chooseModel } from "../model/choose-model.ts";
import { effortConfig } from "../model/effort.ts";
import { refuseUselessFlags } from "../model/refuse-useless-flags.ts";
import { BackgroundWork, lateNote } from "../setup/background-work.ts";
import { type Interruption, interruptible } from "../setup/interruptible.ts";
import { LastCallAsText } from "../setup/last-call-as-text.ts";
import { type Prepared, prepare } from "../setup/prepare.ts";
import { type TapeConfig, tapeConfig } from "../setup/tape-config.ts";
import { withSettings } from "../setup/with-settings.ts";
import { chooseThread } from "../terminal/choose-thread.ts";
import { PlainTerminal } from "../terminal/plain-terminal.ts";
import { notice } from "../text/notice.ts";
import { UsageError } from "../usage-error.ts";
import { jsonView } from "../view/json-view.ts";
import { NOTHING_CHANGED } from "../view/nothing-changed.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { resultLine } from "../view/result-line.ts";
import { RunView } from "../view/run-view.ts";

/** `toolwright run`: one request, from the first word to `done`. Resolves to the exit code. */
export async function run(words: readonly string[], given: RunFlags): Promise<number> {
  const flags = await withSettings(given);
  const format = formatOf(flags);
  const request = await requestOf(words);
  const chosen = await chooseModel(flags, process.env);
  refuseUselessFlags(flags, [chosen]);
  const effort = effortConfig(chosen, flags.effort);
  const tape = await tapeConfig(chosen, flags.record);
  const interruption = interruptible();
  try {
    const job = { request, flags, chosen, effort, tape, interruption };
    return await (format === "text" ? runForPerson(job) : runForProgram(job, format));
  } finally {
    interruption.end();
    tape.close();
  }
}

function formatOf({ json, outputFormat }: RunFlags): OutputFormat {
  if (json === true && outputFormat !== undefined && outputFormat !== "stream-json")
    throw new UsageError(`--json prints events, and --output-format ${outputFormat} does not: give one of them.`);
  return json === true ? "stream-json" : (outputFormat ?? "text");
}

async function requestOf(words: readonly string[]): Promise<string> {
  const said = words.join(" ").trim();
  if (said !== "") return said;
  const piped = process.stdin.isTTY ? "" : (await text(process.stdin)).trim();
  if (piped !== "") return piped;
  throw new UsageError('Say what to do, for example: toolwright run "list the files in src".');
}

interface Job {
  readonly request: string;
  readonly flags: RunFlags;
  readonly chosen: ChosenModel;
  readonly effort: Pick<ToolLoopConfig, "llmOptions">;
  readonly tape: TapeConfig;
  readonly interruption: Interruption;
}

async function runForProgram(job: Job, format: "json" | "stream-json"): Promise<number> {
  const { flags, chosen, effort } = job;
  const prepared = await prepare({
    flags,
    person: undefined,
    model: { model: chosen.model, isSmall: chosen.isSmall, ...effort },
    keep: (foundation) => openKept(foundation, flags),
  });
  if (prepared.toolsNote !== undefined) notice(prepared.toolsNote);
  const print = (text: string) => process.stdout.write(text);
  const lastCall = new LastCallAsText(prepared.opened.activity);
  const started = performance.now();
  const result = await loop(job, prepared, format === "stream-json" ? jsonView(print) : undefined);
  if (format === "json")
    print(
      resultLine(result, { threadId: prepared.kept?.conversation.chatId, durationMs: performance.now() - started }),
    );
  return exitCodeOf(result, lastCall);
}

async function runForPerson(job: Job): Promise<number> {
  const { chosen, flags, effort, interruption } = job;
  const terminal = new PlainTerminal(process.stdin, process.stdout, process.env);
  const { screen } = terminal;
  const canAsk = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const person = canAsk ? { terminal, stopRun: interruption.stop } : undefined;
  const choose = canAsk ? chooseThread(terminal) : undefined;
  const prepared = await prepare({
    flags,
    person,
    colours: true,
    model: { model: chosen.model, isSmall: chosen.isSmall, ...effort },
    keep: (foundation) => openKept(foundation, { ...flags, choose }),
  });
  const { instructionFile } = prepared.agent;
  const facts = [chosen.spec, prepared.toolsNote, instructionFile && `${instructionFile} read`];
  screen.line(screen.styles.dim(`model: ${facts.filter((fact) => fact !== undefined).join(" · ")}`));
  let refused = false;
  prepared.opened.activity.subscribe("tool_call_end", ({ data }) => {
    refused ||= data.result.error?.code === "approval_denied";
  });
  const lastCall = new LastCallAsText(prepared.opened.activity);
  const result = await loop(job, prepared, new RunView(screen).show);
  if (refused && prepared.approver === undefined) screen.line(NOBODY_TO_ASK);
  if (chosen.isOffline) screen.line(screen.styles.dim(REAL_MODEL_HINT));
  if (lastCall.stayedText) screen.line(screen.styles.red(STAYED_TEXT));
  return exitCodeOf(result, lastCall);
}

const NOBODY_TO_ASK = "Calls that need approval were denied. Use a terminal to be asked, or --yes to allow them.";

const STAYED_TEXT = "The call that the model wrote last stayed text: nothing was done of it.";

async function loop(
  job: Job,
  prepared: Prepared,
  show: ((event: JournalEvent) => void) | undefined,
): Promise<ToolLoopResult> {
  const { request, flags, effort, tape, interruption } = job;
  const { opened, kept, steps } = prepared;
  const { maxIterations } = flags;
  const background = new BackgroundWork(opened.activity);
  const config = {
    ...opened.config,
    onAsyncResult: background.hear,
    ...steps,
    ...tape.config,
    use: [...(steps.use ?? []), ...(tape.config.use ?? [])],
    ...effort,
    signal: interruption.signal,
    ...budgetConfig(flags),
    ...(maxIterations === undefined ? {} : { maxIterations }),
  };
  // What a run that died had begun is settled first, and is no part of what this one prints.
  const stopped = kept?.isToStop ? { signal: AbortSignal.abort() } : {};
  const history =
    kept?.isInterrupted === true ? (await resumeToolLoop({ ...config, ...stopped })).messages : opened.history;
  if (show !== undefined) opened.activity.subscribe("*", show);
  await kept?.begin(request);
  const said = [...history, ...(await untold(prepared, history)), { role: "user", content: request } as const];
  const result = await toTheEnd({ config, background }, said);
  await prepared.hooks?.runEnded({ stopReason: result.stopReason, threadId: kept?.conversation.chatId });
  return result;
}

/** What comes back from the background after a run begins another one: the model hears of it, and has the last word. */
async function toTheEnd({ config, background }: Ending, messages: readonly Message[]): Promise<ToolLoopResult> {
  let result = await runToolLoop(config, messages);
  for (;;) {
    const late = await background.rest(config.signal);
    const told = late.flatMap(({ call, isForModel }) =>
      isForModel ? [{ role: "user", content: lateNote(call) } as const] : [],
    );
    if (told.length === 0 || config.signal.aborted || !isAnswered(result)) return result;
    result = together(result, await runToolLoop(config, [...result.messages, ...told]));
  }
}

interface Ending {
  readonly config: ToolLoopConfig & { readonly signal: AbortSignal };
  readonly background: BackgroundWork;
}

/** What was undone since the last run, for a model that goes on. */
async function untold({ agent, opened, kept }: Prepared, history: readonly Message[]): Promise<readonly Message[]> {
  if (kept?.history === undefined) return [];
  const news = await new ConversationUndo(agent, opened).news(history).catch(() => undefined);
  return news === undefined ? [] : [{ role: "user", content: news }];
}

/** The end of a run that had more to hear, with what both have changed: work in the background may be what has. */
function together({ changed: before }: ToolLoopResult, { changed: after, ...result }: ToolLoopResult): ToolLoopResult {
  if (before === true || after === true) return { ...result, changed: true };
  return before === false && after === false ? { ...result, changed: false } : result;
}

function isAnswered({ stopReason }: ToolLoopResult): boolean {
  return stopReason === "stop" || stopReason === "done";
}

/** Says on stderr, where stdout is for the answer, that nothing came of what the run was to change. */
function exitCodeOf(result: ToolLoopResult, lastCall: LastCallAsText): number {
  if (result.changed === false) process.stderr.write(`${NOTHING_CHANGED}\n`);
  return isAnswered(result) && result.changed !== false && !lastCall.stayedText ? EXIT.ok : EXIT.failed;
}
