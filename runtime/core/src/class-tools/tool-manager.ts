import { ToolRegistry } from "../faces/tool-registry.ts";
import type { ActivityStream } from "../journal/activity-stream.ts";
import { isJsonObject } from "../json/is-json-object.ts";
import type { JsonObject } from "../json/json.ts";
import { present } from "../json/present.ts";
import { mintId } from "../model/call-ids.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { AuthorisedCall, SettledCall } from "../run/call-states.ts";
import type { Approver, Policy } from "../run/policy.ts";
import { ToolRunner } from "../run/runner.ts";
import { decodeArguments } from "../schema/decode/decode-arguments.ts";
import { withoutOptionalNulls } from "../schema/mend/without-optional.ts";
import type { Secret } from "../secrets/scrubber.ts";
import type { Logger } from "../tool/logger.ts";
import { ActivityStream as ClassActivityStream, type FlatCaller } from "./activity-stream.ts";
import { argumentsOf } from "./arguments-of.ts";
import { type BaseTool, showFlat } from "./base-tool.ts";
import { checkManager } from "./check-manager.ts";
import { FileReads } from "./file-reads.ts";
import { flatInWords } from "./flat-in-words.ts";
import type { FlatResult } from "./flat-result.ts";
import { toFlat } from "./flat-result.ts";
import type { FunctionDefinition } from "./tool-validator.ts";

/** How a manager runs calls. */
export interface ToolManagerOptions {
  /** Asked about tools that want confirmation. Without one their calls are denied. */
  readonly approver?: Approver;
  readonly policy?: Policy;
  /**
   * Which identical calls of a turn are refused: of tools that declare no effects or `read` (`all`, the default),
   * of declared reads, or of none.
   */
  readonly redundancy?: "all" | "read-only" | "off";
  /**
   * The folder that relative paths are taken from when file reads are remembered; the current one by default. Tools
   * have it as `deps.workspace`, and those of `@toolwright/workspace` work in it.
   */
  readonly workspace?: string | { readonly root: string };
  /** Where large results are kept whole, under the `output_ref` of the flat result. Default: nowhere. */
  readonly outputCache?: OutputCache;
  /** `required` refuses tools whose class has no `allowlist`. Default `optional`. */
  readonly redaction?: "required" | "optional";
  /** Default: warnings and errors to the console. */
  readonly logger?: Logger;
  /** Values that no result, event, log or kept output shows, beside the well-known shapes. */
  readonly secrets?: readonly Secret[];
}

const REDUNDANCY = { all: "all", "read-only": "run", off: "off" } as const;

/** Class tools behind one door: a view of a registry and a runner. */
export class ToolManager {
  readonly registry: ToolRegistry;
  readonly #tools: ReadonlyMap<string, BaseTool>;
  readonly #runner: ToolRunner;
  readonly #canAsk: boolean;
  readonly #reads: FileReads;
  #turn = mintId();
  #open = new Set<Promise<unknown>>();
  /** The arguments of the calls under way, by their ids. */
  readonly #given = new Map<string, string | JsonObject>();

  /**
   * Every call is published on `activityStream`. Throws a `TypeError` on two tools of one name, and when redaction is
   * required and a tool has no allowlist.
   */
  constructor(tools: readonly BaseTool[], activityStream: ActivityStream, options: ToolManagerOptions = {}) {
    checkManager({ tools, activityStream, options });
    this.#tools = byName(tools);
    for (const tool of tools) showFlat(activityStream, tool);
    if (activityStream instanceof ClassActivityStream) activityStream.addCaller(this.#reading());
    this.registry = new ToolRegistry(tools.map((tool) => tool.asTool()));
    const { approver, policy, redundancy = "all", workspace, outputCache = false, ...masking } = options;
    this.#canAsk = approver !== undefined;
    this.#reads = new FileReads(typeof workspace === "object" ? workspace.root : workspace);
    this.#runner = new ToolRunner({
      registry: this.registry,
      activity: activityStream,
      redundancy: REDUNDANCY[redundancy],
      loopGuard: false,
      outputCache,
      // What a program hands over is judged as `ToolValidator` judges it.
      repair: false,
      deps: { fileReads: this.#reads, ...(workspace === undefined ? {} : { workspace }) },
      ...masking,
      ...present({ approver, policy }),
    }).use((call, next) => this.#noting(call, next));
  }

  getTool(name: string): BaseTool | undefined {
    return this.#tools.get(name);
  }

  /** What a model is told of the tools, in the order of the constructor. */
  getFunctionDefinitions(): FunctionDefinition[] {
    return this.registry.getDefinitions();
  }

  /** Runs one call through every stage: known, valid, new in this turn, allowed, then run. Never rejects. */
  async executeTool(toolName: string, args?: unknown, options: { signal?: AbortSignal } = {}): Promise<FlatResult> {
    const given = this.#read(toolName, args);
    const id = mintId();
    this.#given.set(id, given);
    const context = { ...options, runId: this.#turn };
    const running = this.#runner.exec({ id, name: toolName, arguments: given }, context);
    this.#open.add(running);
    const settled = await running;
    this.#open.delete(running);
    const flat = this.#flatOf(settled);
    this.#given.delete(id);
    return flat;
  }

  /** Begins a new turn, in which every call is new. Call it before each answer of a model is carried out. */
  clearCurrentTurn(): void {
    const [turn, open] = [this.#turn, this.#open];
    this.#turn = mintId();
    this.#open = new Set();
    void Promise.all(open).then(() => this.#runner.endRun(turn));
  }

  /** Begins a new turn, and forgets which files were read and what tools keep between their calls. */
  clearState(): void {
    this.clearCurrentTurn();
    this.#reads.clear();
    for (const tool of this.#tools.values()) tool.clearState();
  }

  /** A call of this manager has read or written the file. */
  hasFileBeenRead(path: string): boolean {
    return this.#reads.time(path) !== undefined;
  }

  /** When the file was last read or written by a call, in milliseconds since 1970. */
  getFileReadTimestamp(path: string): number | undefined {
    return this.#reads.time(path);
  }

  #flatOf({ toolCallId, toolName, result }: Pick<SettledCall, "toolCallId" | "toolName" | "result">): FlatResult {
    const given = this.#given.get(toolCallId);
    return flatInWords({
      toolName,
      args: typeof given === "object" ? given : {},
      result,
      flat: this.#tools.get(toolName)?.flatOf(result) ?? toFlat(result),
      tool: this.registry.get(toolName),
      toolNames: this.registry.list(),
      canAsk: this.#canAsk,
    });
  }

  /** A subscriber of the stream reads at the end of a call what its caller is given. */
  #reading(): FlatCaller {
    return { made: (toolCallId) => this.#given.has(toolCallId), flatOf: (ended) => this.#flatOf(ended) };
  }

  /** Looks at the arguments that ran: they may have been repaired, or changed by whoever was asked. */
  async #noting({ tool, arguments: args }: AuthorisedCall, next: () => Promise<ToolResult>): Promise<ToolResult> {
    const result = await next();
    const flat = this.#tools.get(tool.name)?.flatOf(result);
    if (flat?.success === true) this.#reads.note(tool.name, args, flat);
    return result;
  }

  /**
   * Arguments as the runner takes them, without the nulls that stand for "left out". Where a tool declares what counts
   * as that (`emptyIsAbsent`), the runner leaves it out and says so.
   */
  #read(toolName: string, args: unknown): string | JsonObject {
    const given = argumentsOf(args);
    const decoded = decodeArguments(given);
    const tool = this.registry.get(toolName);
    if (tool === undefined || !decoded.ok || !isJsonObject(decoded.value)) return given;
    if (tool.spec.emptyIsAbsent !== undefined) return given;
    return withoutOptionalNulls(decoded.value, tool.definition.parameters);
  }
}

function byName(tools: readonly BaseTool[]): ReadonlyMap<string, BaseTool> {
  const named = new Map<string, BaseTool>();
  for (const tool of tools) {
    if (named.has(tool.name)) throw new TypeError(`Two tools have the name ${JSON.stringify(tool.name)}.`);
    named.set(tool.name, tool);
  }
  return named;
}
