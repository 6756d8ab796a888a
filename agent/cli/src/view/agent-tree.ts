import type { EventData, JournalEvent } from "@toolwright/core";
import { textIn } from "@toolwright/view/internal";
import { describeArguments } from "./describe-arguments.ts";

/** A call that makes calls of its own, as one line says it. */
export interface AgentBranch {
  /** What it is for. */
  readonly label: string;
  /** How many such calls it stands in. */
  readonly depth: number;
  /** Its newest call. */
  readonly doing: string;
  readonly calls: number;
  /** Milliseconds of `performance.now()` at its beginning. */
  readonly since: number;
}

/** Characters of a call that is one of many. */
const MOST = 80;

interface OpenCall extends AgentBranch {
  readonly parentId: string | undefined;
}

/** The sub-agents at work, and what each of them does. */
export class AgentTree {
  readonly #open = new Map<string, OpenCall>();

  /** Those that have made a call, each below the one that it works for. */
  get branches(): readonly AgentBranch[] {
    return [...this.#open.values()].some(({ calls }) => calls > 0) ? this.#below(undefined) : [];
  }

  /** Whether a call is one that another one made. */
  isInside({ parentId }: Pick<JournalEvent, "parentId">): boolean {
    return this.#open.has(parentId ?? "");
  }

  add({ type, data, parentId }: JournalEvent): void {
    if (type === "run_start") this.#open.clear();
    else if (type === "tool_call_start") this.#start(data, parentId);
    // What goes on in the background works on.
    else if (type === "tool_call_end" && !data.result.async) this.#open.delete(data.toolCallId);
    else if (type === "async_result") this.#open.delete(data.toolCallId);
  }

  #start({ toolCallId, toolName, arguments: args }: EventData["tool_call_start"], parentId: string | undefined): void {
    const outer = parentId === undefined ? undefined : this.#open.get(parentId);
    if (parentId !== undefined && outer !== undefined) {
      const doing = `${toolName} ${describeArguments(args, MOST)}`.trim();
      this.#open.set(parentId, { ...outer, doing, calls: outer.calls + 1 });
    }
    const label = textIn(args, "description") ?? toolName;
    const about = { parentId: outer && parentId, depth: outer === undefined ? 0 : outer.depth + 1 };
    this.#open.set(toolCallId, { ...about, label, doing: "", calls: 0, since: performance.now() });
  }

  #below(parentId: string | undefined): readonly AgentBranch[] {
    return [...this.#open].flatMap(([id, call]) =>
      call.parentId !== parentId || call.calls === 0 ? [] : [call, ...this.#below(id)],
    );
  }
}
