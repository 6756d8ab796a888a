import { readConfig, shownValue, type ToolRecord } from "@toolwright/core/internal";
import type { StoredRunConfig } from "../port/runs.ts";

/** What a run of a store cannot be given, and what stands in its place. */
const FROM_STORE: Readonly<Record<string, string>> = {
  activity: "the run has a stream of its own over the store's journal: onEvent hears its events",
  conversation: "the conversation is the first argument",
  durable: "a store's own runs need no engine: runTurn of @toolwright/store/turn runs one on an engine",
};

/** Rejects with a `TypeError` for options that no run can begin with, before anything is stored. */
export function checkRunConfig<T extends ToolRecord, O>(of: string, config: StoredRunConfig<T, O>): Promise<void>;
export async function checkRunConfig(of: string, config: StoredRunConfig): Promise<void> {
  if (typeof config !== "object" || config === null)
    throw new TypeError(`${of} takes a configuration: { model, tools }.`);
  for (const [name, instead] of Object.entries(FROM_STORE)) {
    if (Reflect.get(config, name) !== undefined) throw new TypeError(`${of} takes no ${name}: ${instead}.`);
  }
  const { waiting, onEvent, ...ofLoop } = config;
  const { approver, signal } = ofLoop;
  if (waiting !== undefined && waiting !== "return")
    throw new TypeError(`${of}: waiting must be "return", or left out, which waits here.`);
  if (onEvent !== undefined && typeof onEvent !== "function") throw new TypeError(`${of}: onEvent must be a function.`);
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new TypeError(`${of}: signal must be an AbortSignal, got ${shownValue(signal)}.`);
  if (waiting === "return" && approver !== undefined)
    throw new TypeError(`${of}: leave out approver: with waiting: "return" questions stand in the store.`);
  await readConfig(ofLoop);
}
