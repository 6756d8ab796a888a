import { type ToolContext, ToolError, type ToolResult } from "@toolwright/core";
import { keptOutputsOf } from "../../outputs/kept-outputs.ts";
import { absentFiles, keepsFromOpening, NONE_ABSENT } from "../../sandbox/absent-files.ts";
import { isKept, KEPT_FROM_LINES } from "../../sandbox/kept-from-lines.port.ts";
import type { GuardedPath, Sandbox, SandboxedStart } from "../../sandbox/sandbox.port.ts";
import { sandboxHint } from "../../sandbox/sandbox-hint.ts";
import { SEEN_FILES } from "../../tracking/seen-files.ts";
import { CHANGE_LOG } from "../../transaction/change-log.port.ts";
import { COMMAND_CHANGES, type WatchedCommand } from "../../undo/snapshots/command-changes.port.ts";
import { FILE_GUARD } from "../../workspace/file-guard.port.ts";
import { bashResult, exitHint, footer } from "./bash-result.ts";
import { changedByLine } from "./changed-by-line.ts";
import { watchChangedFiles } from "./changed-files.ts";
import { hiddenNote } from "./hidden-note.ts";
import { startJob } from "./jobs/start-job.ts";
import { judgedLine } from "./judged-line.ts";
import { type CollectedOutput, CommandOutput } from "./output/command-output.ts";
import { runShell, type ShellOutcome } from "./run-shell.ts";
import { type StartedLine, startOfLine } from "./start-of-line.ts";

/** What a call of `bash` was given and works with. */
export interface BashCallOptions extends StartedLine {
  readonly ctx: ToolContext;
  readonly sandbox?: Sandbox | undefined;
  /** Said where no sandbox could be had. */
  readonly missing?: string | undefined;
  /** Whether what a person sees has the colours of the command. */
  readonly colours?: boolean | undefined;
}

/** How long a line may run. */
export interface TimeLimit {
  readonly ms: number;
  /** No call is given more. */
  readonly isMost: boolean;
  /** The call asked for more. */
  readonly isCut: boolean;
}

/** Longer sleeps alone are not waited for: whoever waits, waits for something. Seconds. */
const MAX_SLEEP = 5;

/** One call of `bash`. */
export class BashCall {
  readonly #options: BashCallOptions;

  constructor(options: BashCallOptions) {
    this.#options = options;
  }

  /** Runs the line to its end. */
  async run(limit: TimeLimit): Promise<ToolResult> {
    const { workspace, ctx, input } = this.#options;
    const { cwd, note } = await startOfLine(this.#options);
    const { readsOnly, looks, opensNoDenied } = judgedLine(input.command, cwd, workspace);
    this.#refusePolling(limit.ms);
    const output = await this.#output();
    const changed = await watchChangedFiles(workspace, await ctx.resolve(SEEN_FILES));
    const kept = readsOnly ? undefined : await this.#watched();
    const absent = await this.#absent(opensNoDenied);
    const sandboxed = await this.#sandboxed(cwd, absent);
    const startedAt = performance.now();
    const { outcome, notes } = await runShell(workspace, {
      command: input.command,
      cwd,
      timeoutMs: limit.ms,
      signal: ctx.signal,
      looks,
      sandboxed,
      sandbox: this.#options.sandbox?.kind,
      onOutput: (chunk, stream) => output.take(chunk, stream),
    });
    const durationMs = performance.now() - startedAt;
    const collected = await output.end();
    const moved = input.working_dir === undefined ? await this.#moved(cwd, outcome) : undefined;
    const cut = limit.isCut ? `timeout cut to ${limit.ms / 1_000}s, the most` : undefined;
    const hidden = hiddenNote(absent, { command: input.command, ...collected }, workspace.root);
    const hints = [hidden ?? (await this.#hint(outcome, { ...collected, looks })), note, moved, cut, ...notes];
    // After an abort there is no time to look, and its processes may still write.
    const aborted = outcome.kind === "aborted";
    const record = aborted ? undefined : await kept?.end({ ...ctxOf(ctx), toolName: "bash" });
    if (!record && !readsOnly) await this.#unkept();
    const { missing } = this.#options;
    const notices = [...(aborted ? [] : await changed.lines()), ...(missing === undefined ? [] : [missing])];
    const ended = { outcome, collected, durationMs, mayRunLonger: !limit.isMost, note: cut, notices };
    const changes = changedByLine({ command: input.command, outcome, stderr: collected.stderr, record });
    return bashResult({ ...ended, changed: changes, footer: footer({ outcome, durationMs, notes: hints }) });
  }

  /** Starts the line as a background job. */
  async start(): Promise<ToolResult> {
    const { workspace, ctx, input, missing } = this.#options;
    const { cwd } = await startOfLine(this.#options);
    const { readsOnly, looks, opensNoDenied } = judgedLine(input.command, cwd, workspace);
    if (missing !== undefined) ctx.emitOutput(`${missing}\n`);
    if (!readsOnly) await this.#unkept();
    const absent = await this.#absent(opensNoDenied);
    const prepare = () => this.#sandboxed(cwd, absent);
    return startJob({ workspace, ctx, command: input.command, cwd, looks, absent, prepare });
  }

  /** Nothing runs for which undo was promised and cannot be had: it has to be asked about. */
  async #watched(): Promise<WatchedCommand | undefined> {
    const { ctx, input } = this.#options;
    const changes = await ctx.resolve(COMMAND_CHANGES);
    const watched = await changes?.begin(ctx);
    const why = watched === undefined ? changes?.broken?.(input.command) : undefined;
    if (why === undefined) return watched;
    throw new ToolError(`The command was not run. Undo was to bring back what it changes, and cannot: ${why}.`, {
      code: "user_error",
      suggestion: "If it is needed, call it again: it is asked about then.",
    });
  }

  async #unkept(): Promise<void> {
    const { ctx, input } = this.#options;
    const log = await ctx.resolve(CHANGE_LOG);
    if (log.unkept === undefined) return;
    await log.unkept(ctx.scrubber.text(input.command), { ...ctxOf(ctx), toolName: "bash" });
  }

  /** A sleep that the time limit would end is let be: its timeout says more. */
  #refusePolling(timeoutMs: number): void {
    const seconds = onlySleeps(this.#options.input.command);
    if (seconds === undefined || seconds <= MAX_SLEEP || seconds * 1_000 >= timeoutMs) return;
    throw new ToolError("A sleep alone only takes time.", {
      code: "user_error",
      suggestion: `To wait for a background job use bash_output with wait; otherwise sleep at most ${MAX_SLEEP} s.`,
    });
  }

  /** What a line that only looks cannot open, whatever it looks like. One that was let run for that is held to it. */
  async #absent(opensNoDenied: boolean): Promise<readonly GuardedPath[]> {
    const { workspace, ctx, sandbox, input } = this.#options;
    const { denies } = await ctx.resolve(FILE_GUARD);
    const isHeld = opensNoDenied && denies !== undefined && keepsFromOpening(sandbox);
    const absent = isHeld ? await absentFiles(workspace.root, denies) : NONE_ABSENT;
    const kept = (await ctx.resolve(KEPT_FROM_LINES))?.of(input.command) ?? [];
    for (const met of kept) {
      if (isKept(met, workspace.root, absent) || (await workspace.files.stat(met.path)) === undefined) continue;
      throw new ToolError(`The command was not run: it was to be kept from ${met.path}, and could open it here.`, {
        code: "security_violation",
        suggestion: "Leave that file out by its folder.",
      });
    }
    return absent.paths;
  }

  async #sandboxed(cwd: string, absent: readonly GuardedPath[]): Promise<SandboxedStart | undefined> {
    try {
      return await this.#options.sandbox?.prepare(cwd, absent);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ToolError(`The sandbox could not be made, so the command was not run: ${why}.`, { cause: error });
    }
  }

  async #output(): Promise<CommandOutput> {
    const { ctx } = this.#options;
    return new CommandOutput({
      outputs: await keptOutputsOf(ctx),
      scrubber: ctx.scrubber,
      colours: this.#options.colours,
      emit: (chunk) => ctx.emitOutput(chunk),
    });
  }

  async #moved(from: string, outcome: ShellOutcome): Promise<string | undefined> {
    if (outcome.kind !== "exited" || outcome.cwd === undefined) return undefined;
    const { workspace, ctx, directories } = this.#options;
    return directories.end(workspace, ctx.conversation, { from, to: outcome.cwd });
  }

  async #hint(outcome: ShellOutcome, { stderr, stdout, looks }: LookedAt): Promise<string | undefined> {
    if (outcome.kind !== "exited" || outcome.code === 0) return undefined;
    const { workspace, sandbox, input } = this.#options;
    const { code } = outcome;
    const { command } = input;
    const held = sandbox && sandboxHint(sandbox.policy, { command, code, printed: `${stdout}\n${stderr}` });
    if (held !== undefined) return held;
    const programNames = () => workspace.processes.programNames();
    return exitHint({ code, command, stderr, looks, programNames });
  }
}

/** What a line said, and whether it only looks. */
type LookedAt = Pick<CollectedOutput, "stderr" | "stdout"> & { readonly looks: boolean };

function ctxOf({
  runId,
  toolCallId,
  conversation,
  scrubber,
}: ToolContext): Pick<ToolContext, "runId" | "toolCallId" | "conversation" | "scrubber"> {
  return { runId, toolCallId, conversation, scrubber };
}

const SLEEP = /^\s*sleep\s+(\d{1,9}(?:\.\d{1,9})?)([smhd]?)\s*;?\s*$/;

const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** The seconds that a line sleeps, when it does nothing else. */
function onlySleeps(line: string): number | undefined {
  const [, count, unit = ""] = SLEEP.exec(line) ?? [];
  return count === undefined ? undefined : Number(count) * (SECONDS[unit] ?? 1);
}
