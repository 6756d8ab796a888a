import type { JudgedOnDisk } from "@toolwright/shell-judge";
import type { JudgedTool } from "./judge-tool.ts";

/**
 * So many are kept, the oldest is forgotten first: a call is decided, explained and offered a rule one after the other.
 */
const MAX_KEPT = 16;

/** What was found for lines by one set of rules. */
export class RecentJudgements {
  readonly #kept = new Map<string, JudgedOnDisk<JudgedTool>>();

  get(key: string): JudgedOnDisk<JudgedTool> | undefined {
    return this.#kept.get(key);
  }

  set(key: string, judgement: JudgedOnDisk<JudgedTool>): void {
    this.#kept.delete(key);
    this.#kept.set(key, judgement);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
