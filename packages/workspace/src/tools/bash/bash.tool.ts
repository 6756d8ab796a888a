import {
  defineTool,
  errorTypeOf,
  type Json,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "@toolwright/core";
import { z } from "zod";
import { OUTPUT_SPILLS } from "../../outputs/output-spills.port.ts";
import { SCRUBBER } from "../../outputs/scrubber-key.ts";
import { recoverOnce } from "../../transaction/recover-changes.ts";
import { resolvePath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { exitHint } from "./exit-hint.ts";
import { footer } from "./footer.ts";
import { forbiddenReason } from "./forbidden/forbidden-command.ts";
import { type CollectedOutput, CommandOutput } from "./output/command-output.ts";
import { runShell, type ShellOutcome } from "./run-shell.ts";
import { WorkingDirectories } from "./working-directories.ts";

/** How long commands may run. The defaults are those of seed 001. */
export interface BashToolOptions {
  /** Seconds when a call gives none. Default 5. */
  readonly defaultTimeout?: number;
  /** The most seconds a call may ask for; more is refused. Default 60. */
  readonly maxTimeout?: number;
  /** Whether every line asks, whatever a policy allows. Default true; false leaves it to a policy that judges shell lines. */
  readonly asks?: boolean;
}

interface BashInput {
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly working_dir?: string | undefined;
}

/** Beyond the command's own time: what ending and draining its processes may take, in milliseconds. */
const ENDING_MS = 5_000;

/**
 * `bash`: runs a line in the workspace, without a terminal, and gives what it printed with how it ended. It asks, unless
 * told otherwise, and some lines are never run. The program's view is in `artifact`: `stdout, stderr, returnCode, signal, timedOut, durationMs`.
 */
export function bashTool(options: BashToolOptions = {}): Tool {
  const { defaultTimeout = 5, maxTimeout = 60 } = options;
  const directories = new WorkingDirectories();
  const msOf = (input: BashInput) => (input.timeout ?? defaultTimeout) * 1_000;
  return defineTool({
    name: "bash",
    description:
      "Run a bash command in the workspace. No terminal and no input; cd is kept for the next call, variables are not. Ends with the exit code.",
    input: z.object({
      command: z.string().min(1).max(100_000),
      description: z.string().optional().describe("what it does, in 5-10 words"),
      timeout: z.number().positive().max(maxTimeout).optional().describe(`seconds, default ${defaultTimeout}`),
      working_dir: z.string().optional().describe("for this call only"),
    }),
    effects: "external",
    requiresConfirmation: options.asks ?? true,
    allowlist: "all",
    streamsOutput: true,
    boundsOutput: true,
    timeoutMs: (input) => msOf(input) + ENDING_MS,
    async execute(input, ctx) {
      const workspace = await ctx.resolve(WORKSPACE);
      await recoverOnce(workspace, ctx.logger);
      return new BashCall(workspace, ctx, directories).run(input, msOf(input));
    },
  });
}

class BashCall {
  readonly #workspace: Workspace;
  readonly #ctx: ToolContext;
  readonly #directories: WorkingDirectories;

  constructor(workspace: Workspace, ctx: ToolContext, directories: WorkingDirectories) {
    this.#workspace = workspace;
    this.#ctx = ctx;
    this.#directories = directories;
  }

  async run(input: BashInput, timeoutMs: number): Promise<ToolResult> {
    const { command, working_dir: given } = input;
    const start = given === undefined ? await this.#tracked() : { cwd: await this.#directory(given) };
    this.#refuse(command, start.cwd);
    const output = await this.#output();
    const startedAt = performance.now();
    const outcome = await runShell(this.#workspace, {
      command,
      cwd: start.cwd,
      timeoutMs,
      signal: this.#ctx.signal,
      onOutput: (chunk, stream) => output.take(chunk, stream),
    });
    const durationMs = performance.now() - startedAt;
    const collected = await output.end();
    const moved = given === undefined ? await this.#moved(start.cwd, outcome) : undefined;
    const notes = [await this.#hint(command, outcome, collected), start.note, moved];
    return toResult({ outcome, collected, durationMs, footer: footer({ outcome, durationMs, notes }) });
  }

  #tracked(): Promise<{ readonly cwd: string; readonly note?: string }> {
    return this.#directories.start(this.#workspace, this.#ctx.conversation);
  }

  async #directory(given: string): Promise<string> {
    const path = await resolvePath(this.#workspace, given);
    if ((await this.#workspace.files.stat(path.real))?.kind === "directory") return path.real;
    throw new ToolError(`working_dir ${path.shown} is not a directory.`, { code: "user_error" });
  }

  #refuse(command: string, cwd: string): void {
    const { root, home } = this.#workspace;
    const reason = forbiddenReason(command, { cwd, root, home });
    if (reason === undefined) return;
    throw new ToolError(`This command is never run, whoever approves it: ${reason}.`, {
      code: "security_violation",
      suggestion: "Name what is to be changed more narrowly, or let the user do it.",
    });
  }

  async #output(): Promise<CommandOutput> {
    const spills = await this.#ctx.resolve(OUTPUT_SPILLS);
    return new CommandOutput({
      spill: spills?.begin(this.#ctx.conversation),
      scrubber: await this.#ctx.resolve(SCRUBBER),
      emit: (chunk) => this.#ctx.emitOutput(chunk),
    });
  }

  async #moved(from: string, outcome: ShellOutcome): Promise<string | undefined> {
    if (outcome.kind !== "exited" || outcome.cwd === undefined) return undefined;
    return this.#directories.end(this.#workspace, this.#ctx.conversation, { from, to: outcome.cwd });
  }

  async #hint(command: string, outcome: ShellOutcome, { stderr }: CollectedOutput): Promise<string | undefined> {
    if (outcome.kind !== "exited" || outcome.code === 0) return undefined;
    const { processes } = this.#workspace;
    return exitHint({ code: outcome.code, command, stderr, programNames: () => processes.programNames() });
  }
}

interface Ended {
  readonly outcome: ShellOutcome;
  readonly collected: CollectedOutput;
  readonly durationMs: number;
  readonly footer: string;
}

function toResult({ outcome, collected, durationMs, footer: last }: Ended): ToolResult {
  const { text, stdout, stderr, ref } = collected;
  const lineFeed = text === "" || text.endsWith("\n") ? "" : "\n";
  const error = errorOf(outcome);
  const artifact: Json = {
    stdout,
    stderr,
    returnCode: outcome.kind === "exited" ? outcome.code : null,
    signal: outcome.kind === "signalled" ? outcome.signal : null,
    timedOut: outcome.kind === "timed_out",
    durationMs: Math.round(durationMs),
  };
  return {
    output: { type: "text", text: `${text}${lineFeed}${last}` },
    silent: false,
    isError: error !== undefined,
    async: false,
    artifact,
    ...(error !== undefined && { error }),
    ...(ref !== undefined && { ref }),
  };
}

/** Only a command that did not come to its own end is a failure of the call. */
function errorOf(outcome: ShellOutcome): ToolResult["error"] {
  if (outcome.kind === "aborted") return { code: "aborted", type: errorTypeOf("aborted"), message: "aborted." };
  if (outcome.kind !== "timed_out") return undefined;
  return {
    code: "timeout",
    type: errorTypeOf("timeout"),
    message: `timed out after ${outcome.timeoutMs / 1_000}s.`,
    suggestion: "Give a larger timeout, or do less in one command.",
  };
}
