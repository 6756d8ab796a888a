import { type ModelPort, type Tool, ToolRegistry } from "@toolwright/core";
import {
  aBoolean,
  aCount,
  anObject,
  aText,
  checkArgument,
  checkOptions,
  milliseconds,
  nested,
  withFunctions,
} from "@toolwright/core/internal";
import { ToolCatalog } from "@toolwright/core/tool-search";
import { codeTool, type ToolAround } from "./code-tool.ts";
import type { ProgramExecutor } from "./executor/program-executor.ts";
import { quickJs } from "./executor/quick-js.ts";
import { type HostedOptions, hostedTool } from "./hosted-tools.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { CODE_MODE_LIMITS, type CodeModeLimits } from "./limits.ts";
import type { ProgramSurroundings } from "./program/program.ts";
import { latestOf, programTools, underItsName } from "./program-tools.ts";
import { searchTool } from "./search/finder-tools.ts";
import { type Mentions, mentionedTools } from "./source/mentions.ts";
import { readSource } from "./source/read-source.ts";
import { type CodeModeTools, toolsGiven } from "./tools-given.ts";

export interface CodeModeOptions {
  /** Of the tool. Default `run_code`. */
  readonly name?: string;
  /** What programs run in. Default: one `quickJs()` for the process. */
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
  /**
   * What a loop with this model is given: where its provider runs programs, the tools, marked for those; else `tool`,
   * also for the tools of a catalog and for lists by namespace, which a provider does not have.
   */
  toolsFor(model: Pick<ModelPort, "hostsPrograms">, options?: HostedOptions): readonly Tool[];
  /**
   * `search_tools`: finds tools of those that there are when it is read, each with the declaration that a program
   * needs. Offered beside `tool`, the two stand for any number of tools.
   */
  readonly search: Tool;
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
  return codeModeOf(tools, options);
}

/** What stands around the tool of a prompt that is made of several. */
interface Around {
  /** Before the rules of programs. */
  readonly description?: string;
  readonly options?: ToolAround;
}

/** The same with a description and hooks of its own. */
export function codeModeOf(tools: CodeModeTools, options: CodeModeOptions, around: Around = {}): CodeMode {
  const { name = "run_code", executor = sharedQuickJs(), limits = {} } = options;
  const { declarations = 3_000, parkAfterMs = 15_000 } = options;
  // What is in a catalog may change, and the model's prompt must not: its tools are found by search.
  const isCatalog = tools instanceof ToolCatalog;
  const form = { own: name, budget: isCatalog ? 0 : declarations, mayGrow: isCatalog };
  const first = programTools(toolsGiven(tools), form);
  const surroundings: ProgramSurroundings = {
    name,
    tools: isCatalog ? latestOf(tools, form) : () => first.byName,
    executor,
    limits: { ...CODE_MODE_LIMITS, ...limits },
    parkAfterMs,
  };
  const tool = codeTool(surroundings, {
    description: [around.description, INSTRUCTIONS, first.text].filter(Boolean).join("\n"),
    tools: first.callable,
    mayChange: isCatalog,
    around: around.options ?? {},
  });
  return {
    tool,
    toolsFor(model, given = {}) {
      checkArgument(model, { of: "What toolsFor is given", rule: A_MODEL });
      const { hostsPrograms } = model;
      checkOptions<HostedOptions>(given, { of: "toolsFor", rules: { asksInside: aBoolean } });
      const isPlain = Array.isArray(tools) || tools instanceof ToolRegistry;
      if (hostsPrograms !== true || !isPlain) return [tool];
      return toolsGiven(tools).map((each) => hostedTool(each.tool, given));
    },
    get search() {
      return searchTool(toolsGiven(tools).map(underItsName), name);
    },
    instructions: INSTRUCTIONS,
    declarations: first.text,
    preview: async (code) => {
      checkArgument(code, { of: "What preview is given", rule: aText });
      const read = await readSource(code);
      return read.ok ? mentionedTools(read.source) : { names: [], any: false };
    },
  };
}

export function checkCodeMode(options: CodeModeOptions): void {
  checkOptions<CodeModeOptions>(options, {
    of: "createCodeMode",
    rules: {
      name: aText,
      executor: withFunctions("a ProgramExecutor: { name, open(program) { … } }", "open"),
      limits: nested<CodeModeLimits>({
        cpuMs: aCount(1),
        memoryBytes: aCount(1024 * 1024),
        calls: aCount(1),
        timeoutMs: milliseconds,
      }),
      declarations: aCount(0),
      parkAfterMs: milliseconds,
    },
  });
}

const A_MODEL = { form: "the model that the loop is given", fits: anObject.fits };

let shared: ProgramExecutor | undefined;

/** As many programs compute at once as there are threads, however many code modes a process makes. */
function sharedQuickJs(): ProgramExecutor {
  shared ??= quickJs();
  return shared;
}
