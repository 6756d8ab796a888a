import { storedJson } from "../rows/row.ts";
import type { CallsUnderWay } from "./calls-under-way.ts";

/** A process that ended, without handing its run over, while a call of the run was under way. */
export interface Death {
  /** The token of the lease that it held. */
  readonly token: string;
  /** When another process saw that it was dead, in milliseconds since 1970. */
  readonly at: number;
  /** The number of the newest event by then. */
  readonly seq: number;
}

/** The newest run of a conversation, where it is open. */
export interface OpenRun {
  readonly runId: string;
  /** The number of the newest event of its conversation. */
  readonly lastSeq: number;
  /** Since one of its calls has settled last. */
  readonly deaths: readonly Death[];
  readonly isStopRequested: boolean;
}

/** A lease that was not given back: the process that held it is dead, as far as others can tell. */
export interface LostHold {
  readonly token: string;
  /** The number of the newest event when it was taken. */
  readonly afterSeq: number;
}

/** So often a call is begun, and ends its process, before its run is quarantined. */
export const MOST_ATTEMPTS = 3;

/**
 * Milliseconds before a call that has ended its process is run again. The first time it was most often not the call's
 * doing.
 */
export const PAUSES_MS: readonly number[] = [0, 5_000];

/** A run that has lost its holder. Its calls are those of {@link eventsAfter}. */
export function withDeath(run: OpenRun, { token, afterSeq }: LostHold, calls: CallsUnderWay, at: number): OpenRun {
  const known = calls.settledSeq > (run.deaths.at(-1)?.seq ?? 0) ? [] : run.deaths;
  const deaths = calls.hasBegunAfter(afterSeq) ? [...known, { token, at, seq: run.lastSeq }] : known;
  return { ...run, deaths };
}

/** After which event the calls have to be known of which a death may be one. */
export function eventsAfter({ deaths }: OpenRun, { afterSeq }: LostHold): number {
  return Math.min(afterSeq, deaths.at(-1)?.seq ?? afterSeq);
}

/** Whether a process may take a run up now. One that is to be stopped runs nothing again. */
export function mayBeTakenUp({ deaths, isStopRequested }: Omit<OpenRun, "runId" | "lastSeq">, now: number): boolean {
  return isStopRequested || (!isQuarantined(deaths) && pauseEnd(deaths, now) === undefined);
}

/** Nobody takes the run up until a person has said so. */
export function isQuarantined(deaths: readonly Death[]): boolean {
  return deaths.length >= MOST_ATTEMPTS;
}

/** When the pause of a run is over, in milliseconds since 1970; undefined where there is none. */
export function pauseEnd(deaths: readonly Death[], now: number): number | undefined {
  const { at = 0 } = deaths.at(-1) ?? {};
  const pause = PAUSES_MS[deaths.length - 1] ?? 0;
  const rest = at + pause - now;
  // One that seems to take longer was begun before the clock went back.
  return rest > 0 && rest <= pause ? at + pause : undefined;
}

/** What a store keeps of deaths. */
export function deathsIn(text: unknown): readonly Death[] {
  return typeof text === "string" ? storedJson(text) : [];
}

/** The same, to be stored; null where there are none. */
export function deathsText(deaths: readonly Death[]): string | null {
  return deaths.length === 0 ? null : JSON.stringify(deaths);
}
