import { defineTool, type Tool, type ToolContext } from "@toolwright/core";
import { aBoolean, anObject, checkOptions, either, type OptionRule, oneOf } from "@toolwright/core/internal";
import { z } from "zod";
import { defaultSandbox } from "../../sandbox/create-sandbox.ts";
import { type BashSandbox, SANDBOX, type Sandbox } from "../../sandbox/sandbox.port.ts";
import { recoverOnce } from "../../transaction/recover-changes.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { boundedText } from "../bounded.ts";
import { BashCall, type TimeLimit } from "./bash-call.ts";
import { judgedLine } from "./judged-line.ts";
import { lineInstead, unmarked } from "./line-instead.ts";
import { callOnlyLooks } from "./only-looks.ts";
import { previewLine } from "./preview-line.ts";
import { readWords } from "./read-words.ts";
import { SHELL_DIRECTORIES, ShellDirectories } from "./shell-directories.ts";
import { type StartedLine, startOfLine } from "./start-of-line.ts";

/** How long commands may run. Default 5 s, at most 60 s unless a host says otherwise. */
export interface BashToolOptions {
  /** Seconds when a call gives none. Default 5. */
  readonly defaultTimeout?: number | undefined;
  /** The most seconds that a call is given: one that asks for more is told so. Default 60. */
  readonly maxTimeout?: number | undefined;
  /**
   * Whether every line asks, whatever a policy allows. Default true; false leaves it to a policy that judges shell
   * lines: one that asks about everything, such as `askForWrites`, asks about every line all the same.
   */
  readonly asks?: boolean | undefined;
  /**
   * Holds every command; `off`: nothing does. Default: that of the dependency {@link SANDBOX}, which is the one of this
   * machine.
   */
  readonly sandbox?: BashSandbox | undefined;
  /**
   * Whether colours and weights that a command prints (SGR) stay in its live output, and `looks` in the artifact says
   * where they stood. The model and all other texts are without them. Default false: for hosts that show what people
   * see.
   */
  readonly colours?: boolean | undefined;
}

/** Beyond the command's own time: what ending and draining its processes may take, in milliseconds. */
const ENDING_MS = 5_000;

/**
 * `bash`: runs a line in the workspace, without a terminal, and gives what it printed with how it ended. It asks,
 * unless told otherwise, and some lines are never run. The program's view is in `artifact`:
 * `stdout, stderr, returnCode, signal, timedOut, durationMs`.
 */
export function bashTool(options: BashToolOptions = {}): Tool {
  checkBashOptions(options);
  const { defaultTimeout = 5, maxTimeout = 60 } = options;
  const most = Math.max(defaultTimeout, maxTimeout);
  const own = new ShellDirectories();
  const limitOf = ({ timeout = defaultTimeout }: { readonly timeout?: number | undefined }): TimeLimit => {
    return { ms: Math.min(timeout, most) * 1_000, isMost: timeout >= most, isCut: timeout > most };
  };
  const lineOf = async (input: StartedLine["input"], ctx: ToolContext) => ({
    workspace: await ctx.resolve(WORKSPACE),
    directories: (await ctx.resolve(SHELL_DIRECTORIES)) ?? own,
    ctx,
    input,
  });
  return defineTool({
    name: "bash",
    description: "Run a bash command. No terminal, no input; cd is kept, variables are not.",
    input: z.object({
      command: boundedText({ least: 0, most: 100_000 })
        .min(1)
        .refine((line) => line === "" || line.trim() !== "", "expected a command, and no blanks alone")
        .refine((line) => unmarked(line) === undefined, "expected a command, without a fence or a prompt"),
      description: z.string().optional().describe("5-10 words"),
      timeout: z.number().positive().optional().describe(`seconds, default ${defaultTimeout}, at most ${maxTimeout}`),
      working_dir: z.string().optional().describe("this call only"),
      background: z.boolean().optional().describe("do not wait"),
    }),
    emptyIsAbsent: ["description", "timeout", "working_dir"],
    aliases: {
      command: "cmd script commands command_line commandLine shell_command bash_command".split(" "),
      description: "explanation justification reason title".split(" "),
      timeout: ["timeout_seconds", "timeout_sec"],
      working_dir: "cwd workdir working_directory workingDirectory directory dir dir_path".split(" "),
      background: "run_in_background is_background isBackground".split(" "),
    },
    insteadOf: lineInstead,
    effects: { kind: "external", onlyLooks: callOnlyLooks },
    requiresConfirmation:
      options.asks !== false && (async (input, ctx) => asksUnlessForbidden(await lineOf(input, ctx))),
    async preview(input, ctx) {
      const line = await lineOf(input, ctx);
      const { cwd } = await startOfLine(line).catch(() => ({ cwd: line.workspace.root }));
      const { root, home } = line.workspace;
      const read = readWords(input.command, { cwd, root, home });
      // What is masked is masked here: a mark tells its place in the text that is shown.
      return { shows: { command: previewLine(ctx.scrubber.text(input.command), read) } };
    },
    allowlist: "all",
    streamsOutput: true,
    boundsOutput: true,
    timeoutMs: (input) => limitOf(input).ms + ENDING_MS,
    async execute(input, ctx) {
      const line = await lineOf(input, ctx);
      await recoverOnce(line.workspace, ctx.logger);
      const { sandbox, missing } = await chosen(options.sandbox, line.workspace, ctx);
      const call = new BashCall({ ...line, sandbox, missing, colours: options.colours });
      return input.background === true ? call.start() : call.run(limitOf(input));
    },
  });
}

/** A line that is never run is refused before anybody is asked; a folder that is none is told by the call itself. */
async function asksUnlessForbidden(line: StartedLine): Promise<boolean> {
  const { cwd } = await startOfLine(line).catch(() => ({ cwd: line.workspace.root }));
  judgedLine(line.input.command, cwd, line.workspace);
  return true;
}

/** That commands are held by nothing is said with the first one of this process. */
let isSaid = false;

async function chosen(
  given: BashSandbox | undefined,
  workspace: Workspace,
  ctx: ToolContext,
): Promise<{ readonly sandbox?: Sandbox; readonly missing?: string }> {
  const choice = given ?? (await ctx.resolve(SANDBOX)) ?? (await defaultSandbox(workspace));
  if (choice === "off") return {};
  if (!("ok" in choice)) return { sandbox: choice };
  if (choice.ok) return { sandbox: choice.sandbox };
  if (isSaid) return {};
  isSaid = true;
  ctx.logger.warn("Commands run without a sandbox", { reason: choice.reason });
  return { missing: `[commands run without a sandbox here: ${choice.reason}]` };
}

const seconds: OptionRule = {
  form: "a number of seconds above 0",
  fits: (value) => typeof value === "number" && value > 0,
};

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt guard would be none. */
function checkBashOptions(options: BashToolOptions): void {
  checkOptions<BashToolOptions>(options, {
    of: "bashTool",
    rules: {
      defaultTimeout: seconds,
      maxTimeout: seconds,
      asks: aBoolean,
      colours: aBoolean,
      sandbox: either(oneOf("off"), { form: "what createSandbox(workspace) gave", fits: anObject.fits }),
    },
    otherNames: {
      timeout: "defaultTimeout (seconds)",
      requiresConfirmation: "asks",
      policy: "policy of the runner",
    },
  });
}
