import { appendFileSync } from "node:fs";
import type { Tool, ToolLoopConfig } from "@toolwright/core";
import { toolOf } from "../../../runtime/core/test/making.ts";
import { type Answer, WrittenModel } from "../../../runtime/core/test/support.ts";

/** A run that is killed: where it is stored, where its tools note what they did, and what it does. */
export interface Scene {
  readonly file: string;
  readonly log: string;
  readonly seed: number;
}

/** Steps with calls; one more ends the run. */
export const STEPS = 4;

/** Model and tools of a scene; the same for the same seed. A resumed run leaves out the answers it has. */
export function crashConfig({ log, seed }: Scene, answered = 0): Pick<ToolLoopConfig, "model" | "tools"> {
  const random = numbersFrom(seed);
  const answers: Answer[] = Array.from({ length: STEPS }, (_, step) => ({
    calls: Array.from({ length: 1 + (random() % 3) }, (_, n) => {
      const name = ["look", "send", "put"][random() % 3] ?? "look";
      return { id: `${name}-${step}-${n}`, name, args: { text: `${step}.${n} ${"x".repeat(random() % 800)}` } };
    }),
  }));
  return { model: new WrittenModel([...answers, { text: "the end" }].slice(answered)), tools: toolsOf(log) };
}

function toolsOf(log: string): Tool[] {
  const noting =
    (name: string) =>
    async (_: unknown, { toolCallId }: { readonly toolCallId: string }) => {
      appendFileSync(log, `${name} ${toolCallId}\n`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return `${name} ran`;
    };
  return [
    toolOf("look", noting("look"), { effects: "read" }),
    toolOf("send", noting("send"), { effects: "external" }),
    toolOf("put", noting("put"), { effects: { kind: "write", idempotent: true } }),
  ];
}

/** A small generator of numbers (xorshift): the child and the test must choose alike. */
function numbersFrom(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
