import type { DurableRun, StepPolicy } from "../src/durable/durable-run.ts";
import type { Json } from "../src/json/json.ts";
import { stepUnknown } from "../src/run/outcome-unknown.ts";

/** What an engine keeps, without the engine: the rules of a step and nothing else. */
export class KeptRun implements DurableRun {
  readonly runId = "the-run";
  readonly kept = new Map<string, Json>();
  readonly begun = new Map<string, StepPolicy>();
  readonly cancelled = new AbortController().signal;
  readonly lost = new AbortController().signal;

  async step<T extends Json>(key: string, work: Parameters<DurableRun["step"]>[1], policy: StepPolicy): Promise<T> {
    const known = this.kept.get(key);
    if (known !== undefined) return JSON.parse(JSON.stringify(known));
    if (this.begun.has(key) && policy === "once") throw stepUnknown();
    this.begun.set(key, policy);
    const value = await work({ attempt: 1, idempotencyKey: `the-run/${key}`, signal: this.lost });
    this.kept.set(key, value);
    return JSON.parse(JSON.stringify(value));
  }

  decision(): never {
    throw new Error("Nobody decides here.");
  }

  async sleepUntil(): Promise<void> {}
}
