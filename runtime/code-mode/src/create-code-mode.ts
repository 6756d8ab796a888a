import { defineTool, type Tool, type ToolContext } from "@toolwright/core";
import { aCount, aText, checkOptions, failure, milliseconds, nested, withFunctions } from "@toolwright/core/internal";
import { ToolCatalog } from "@toolwright/core/tool-search";
import type { ProgramExecutor } from "./executor/program-executor.ts";
import { quickJs } from "./executor/quick-js.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { CODE_MODE_LIMITS, type CodeModeLimits } from "./limits.ts";
import type { ProgramSurroundings } from "./program/program.ts";
import { runProgram } from "./program/run-program.ts";
import { latestOf, programTools } from "./program-tools.ts";
import { type Mentions, mentionedTools } from "./source/mentions.ts";
import { readSource } from "./source/read-source.ts";
import { type CodeModeTools, toolsGiven } from "./tools-given.ts";

export interface CodeModeOptions {
  /** Of the tool. Default `run_code`. */
  readonly name?: string;
  /** What programs run in. Default: `quickJs()`. */
  readonly executor?: ProgramExecutor;
  readonly limits?: Partial<CodeModeLimits>;
  /** Tokens that the types of the tools may take in the description; 0: names alone. Default 3,000. */
  readonly declarations?: number;
  /** Milliseconds after which a program that only waits gives up its machine. Default 15,000. */
  readonly parkAfterMs?: number;
}

/** One tool in place of many: the model writes a program that calls them. */
export interface CodeMode {
  /** For a loop, in place of the tools. */
  readonly tool: Tool;
  /** What a model is told of programs. Part of the tool's description. */
  readonly instructions: string;
  /** What a model is told of the tools, as TypeScript. Part of the tool's description. */
  readonly declarations: string;
  /** Which tools a program names, for display; `any`: it finds some by other means. Nothing is decided by it. */
  preview(code: string): Promise<Mentions>;
}

/**
 * Makes one tool of many. Its input is a program, whose every call is a call of one of `tools`: judged, asked about,
 * masked, journalled, and settled at most once, also over a crash.
 *
 * Throws a `TypeError` for an option that does not exist or cannot be, and where two tools would have one name in
 * programs.
 */
export function createCodeMode(tools: CodeModeTools, options: CodeModeOptions = {}): CodeMode {
  checkCodeMode(options);
  const { name = "run_code", executor = quickJs(), limits = {}, declarations = 3_000, parkAfterMs = 15_000 } = options;
  // What is in a catalog may change, and the model's prompt must not: its tools are found by search.
  const isCatalog = tools instanceof ToolCatalog;
  const form = { own: name, budget: isCatalog ? 0 : declarations };
  const first = programTools(toolsGiven(tools), form);
  const surroundings: ProgramSurroundings = {
    name,
    tools: isCatalog ? latestOf(tools, form) : () => first.byName,
    executor,
    limits: { ...CODE_MODE_LIMITS, ...limits },
    parkAfterMs,
  };
  return {
    tool: codeTool(surroundings, {
      description: `${INSTRUCTIONS}\n${first.text}`,
      tools: first.callable,
      mayChange: isCatalog,
    }),
    instructions: INSTRUCTIONS,
    declarations: first.text,
    preview: async (code) => {
      const read = await readSource(code);
      return read.ok ? mentionedTools(read.source) : { names: [], any: false };
    },
  };
}

interface Callable {
  readonly description: string;
  readonly tools: readonly Tool[];
  /** Whether other tools may be among them later. */
  readonly mayChange: boolean;
}

function codeTool(surroundings: ProgramSurroundings, { description, tools, mayChange }: Callable): Tool {
  const isOfReads = !mayChange && tools.every(isRead);
  return defineTool({
    name: surroundings.name,
    description,
    input: {
      type: "object",
      properties: { code: { type: "string", minLength: 1, description: "the program" } },
      required: ["code"],
      additionalProperties: false,
    },
    aliases: { code: ["source", "program", "script", "javascript", "input"] },
    // It has no power of its own. A program of reads shares its time with others; any other is alone in its step.
    effects: { kind: isOfReads ? "read" : "external", volatile: mayChange || tools.some(isVolatile), onlyCalls: true },
    // Every call in it has passed the list of its own tool.
    allowlist: "all",
    streamsOutput: true,
    subTools: tools,
    replays: true,
    execute: async ({ code }: { code: string }, context: ToolContext) => {
      const read = await readSource(code);
      if (read.ok) return runProgram(read.source, surroundings, context);
      return failure({ code: "execution_failed", reason: "program_invalid", message: read.message });
    },
  });
}

const isRead = ({ effects }: Tool) => effects.kind === "read";
const isVolatile = ({ effects }: Tool) => effects.kind !== "read" || effects.volatile === true;

function checkCodeMode(options: CodeModeOptions): void {
  checkOptions<CodeModeOptions>(options, {
    of: "createCodeMode",
    rules: {
      name: aText,
      executor: withFunctions("a ProgramExecutor: { name, open(program) { … } }", "open"),
      limits: nested<CodeModeLimits>({ cpuMs: aCount(1), memoryBytes: aCount(1024 * 1024), calls: aCount(1) }),
      declarations: aCount(0),
      parkAfterMs: milliseconds,
    },
  });
}
