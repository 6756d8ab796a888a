import type { Completion, Message, ModelPort, ToolLoopConfig } from "../src/index.ts";
import { runToolLoop } from "../src/index.ts";
import { toolOf } from "./making.ts";
import { type Answer, KeptLog, WrittenModel, watched } from "./support.ts";

/** What a person says. */
export const user = [{ role: "user", content: "go" }] as const;
/** A read that always sees the same. */
export const look = toolOf("look", () => "seen", { effects: "read" });

/** One run with everything that it published, stored and logged. */
export async function run(
  answers: readonly Answer[] | ((n: number) => Answer),
  extra: Partial<ToolLoopConfig> = {},
  input: readonly Message[] = user,
) {
  const { activity, events, journal } = watched();
  const model = new WrittenModel(answers);
  const logger = new KeptLog();
  const result = await runToolLoop({ model, tools: [look], activity, logger, ...extra }, input);
  return { ...result, model, events, journal, logger, types: events.map(({ type }) => type) };
}

/** A model that does what it is told to. */
export const port = (completion: () => Completion): ModelPort => ({ name: "mine", completionStream: completion });
/** A stream without deltas. */
export async function* silent() {}
