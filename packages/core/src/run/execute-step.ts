import type { CallEnv, DecodedCall } from "./call-env.ts";
import { type Admitted, admit, settle, skip } from "./execute-call.ts";
import { unrecorded } from "./execute-one.ts";
import { refuse } from "./settlement.ts";
import { Slots } from "./slots.ts";
import type { SettledCall } from "./tool-call.ts";

/** One call of a step, with its surroundings. */
export interface StepCall {
  readonly call: DecodedCall;
  readonly env: CallEnv;
}

/** How many reads of one step run together (system.md, "A tool"). */
const DEFAULT_CONCURRENCY = 8;

/**
 * Runs the calls of one step. Each is read and authorised in call order; reads then run together,
 * everything else alone. Results come in call order whatever finished first. Never rejects.
 */
export async function executeStep(calls: readonly StepCall[]): Promise<SettledCall[]> {
  const slots = new Slots(calls[0]?.env.core.options.maxConcurrency ?? DEFAULT_CONCURRENCY);
  const settling: Promise<SettledCall>[] = [];
  const inFlight = new Set<string>();
  let stop: SettledCall["stop"];
  for (const { call, env } of calls) {
    const next = stop === undefined ? await admitSafely(call, env) : undefined;
    if (next === undefined) {
      settling.push(skipSafely(call, env, stop));
    } else if ("settled" in next) {
      settling.push(Promise.resolve(next.settled));
    } else if ("ended" in next.admitted) {
      stop = next.admitted.ended.stop;
      settling.push(settleSafely(next.admitted));
    } else if (runsTogether(next.admitted) && !inFlight.has(next.admitted.key)) {
      if (next.admitted.key !== "") inFlight.add(next.admitted.key);
      await slots.take();
      settling.push(settleSafely(next.admitted).finally(() => slots.free()));
    } else {
      await slots.drained();
      inFlight.clear();
      const settled = await settleSafely(next.admitted);
      stop = settled.stop;
      settling.push(Promise.resolve(settled));
    }
  }
  return Promise.all(settling);
}

/** A declared read shares its time with other reads. */
function runsTogether(admitted: Admitted): boolean {
  return "authorised" in admitted && admitted.authorised.tool.effects.kind === "read";
}

async function admitSafely(
  call: DecodedCall,
  env: CallEnv,
): Promise<{ admitted: Admitted } | { settled: SettledCall }> {
  try {
    return { admitted: await admit(call, env) };
  } catch (error) {
    return { settled: unrecorded(call, env, error) };
  }
}

async function settleSafely(admitted: Admitted): Promise<SettledCall> {
  try {
    return await settle(admitted);
  } catch (error) {
    return unrecorded(admitted.call, admitted.env, error);
  }
}

async function skipSafely(call: DecodedCall, env: CallEnv, stop: SettledCall["stop"]): Promise<SettledCall> {
  const message =
    stop === "denied" ? "The user refused an earlier call of this step." : "The run was stopped by its loop guard.";
  try {
    return await skip(call, env, refuse({ code: "skipped", message }));
  } catch (error) {
    return unrecorded(call, env, error);
  }
}
