import type { EventData, EventType } from "../journal/event.ts";
import type { JsonObject } from "../json/json.ts";
import type { ErrorCode, FailedCode } from "../result/error-info.ts";
import { isRefused } from "../result/error-info.ts";
import type { ToolResult } from "../result/tool-result.ts";
import type { Tool } from "../tool/tool.ts";

/** Follows the calls of one run, those inside other calls too, and says whether they have changed anything. */
export class RunChanges {
  readonly #toolOf: (name: string) => Tool | undefined;
  /** The calls under way, by id. */
  readonly #open = new Map<string, OpenCall>();
  readonly #came = new Set<Came>();

  /** `toolOf`: the tool that a call of this name reaches. */
  constructor(toolOf: (name: string) => Tool | undefined) {
    this.#toolOf = toolOf;
  }

  /**
   * False where calls were made that may change something, and none of them did, for certain. Undefined where no such
   * call was made, and where nobody knows what one of them has done.
   */
  get changed(): boolean | undefined {
    if (this.#came.has("succeeded")) return true;
    const isUnclear = this.#came.has("unclear") || [...this.#open.values()].some(({ mayChange }) => mayChange);
    return isUnclear || !this.#came.has("failed") ? undefined : false;
  }

  /** Told of an event of the run. `parentId`: the call that made the one that it is about. */
  hear<T extends EventType>(type: T, data: EventData[T], parentId: string | undefined): void {
    this.#heard[type]?.(data, parentId);
  }

  readonly #heard: Heard = {
    tool_call_start: ({ toolCallId, toolName, arguments: args }, parentId = "") => {
      const inside = this.#open.get(parentId)?.tool.spec.subTools?.find(({ name }) => name === toolName);
      const tool = inside ?? this.#toolOf(toolName);
      // A tool that does not exist has no effects.
      if (tool !== undefined) this.#open.set(toolCallId, { tool, mayChange: mayChange(tool, args) });
    },
    tool_call_end: ({ toolCallId, result }) => {
      const call = this.#open.get(toolCallId);
      this.#open.delete(toolCallId);
      const came = cameTo(result);
      if (call?.mayChange || (came === "unclear" && call?.tool.effects.kind !== "read")) this.#came.add(came);
    },
  };
}

/** The events that say something of changes. */
type Heard = { readonly [T in EventType]?: (data: EventData[T], parentId: string | undefined) => void };

interface OpenCall {
  readonly tool: Tool;
  readonly mayChange: boolean;
}

/**
 * What a call came to, for what it was to change: done, certainly not done, or nobody knows, as of a call that was cut
 * off or goes on.
 */
type Came = "succeeded" | "failed" | "unclear";

function mayChange({ effects: { kind, onlyLooks, onlyCalls } }: Tool, args: JsonObject): boolean {
  if (kind === "read" || onlyCalls) return false;
  try {
    return onlyLooks?.(args) !== true;
  } catch {
    return true;
  }
}

function cameTo({ isError, async, error, changed }: ToolResult): Came {
  if (async) return "unclear";
  if (!isError) return changed === undefined ? "succeeded" : NO_SUCCESS[changed];
  return error === undefined || isRefused(error.code) || OWN_FAILURES.has(error.code) ? "failed" : "unclear";
}

const NO_SUCCESS = { nothing: "failed", unknown: "unclear" } as const;

/** By these a tool says itself that it did not do what it was to do. */
const OWN_FAILURES: ReadonlySet<ErrorCode> = new Set<FailedCode>([
  "execution_failed",
  "user_error",
  "security_violation",
]);
