import { setTimeout as pause } from "node:timers/promises";
import { retryAddress } from "@toolwright/store/turn";
import type { Play, Struckness } from "./kill.ts";
import { readNotes } from "./notes.ts";
import { CHANNEL, POISONED } from "./scene.ts";
import { inTime } from "./turns.ts";

/** So often a call is struck before nobody runs it any more. */
const MOST = 3;

/**
 * Strikes one call four times: three times until its run is quarantined, and once after a person has said that it goes
 * on. Then it may run to its end.
 */
export async function atCall(play: Play): Promise<Struckness> {
  const { workers, turns, store, host } = play;
  const chatId = crypto.randomUUID();
  const conversation = { channel: CHANNEL, chatId };
  const work = { conversations: [chatId], turns: 1, poison: chatId };
  const ended = turns.of([chatId], { turns: 1, isEnough: () => false });
  const faults: string[] = [];
  const strike = async () => {
    const worker = workers.spare(0);
    await workers.tell(worker, work);
    if (!(await inTime(worker.died))) faults.push("a worker was not struck");
  };
  for (let count = 0; count < MOST; count += 1) await strike();
  // One that would be struck, too, finds nothing to run.
  const spared = workers.spare(0);
  await workers.tell(spared, work);
  if (!(await inTime(untilQuarantined()))) faults.push("the run is not quarantined");
  await pause(500);
  const begun = readNotes(play.notes).filter((note) => note.what === "begin" && note.toolCallId.endsWith(POISONED));
  if (begun.length !== MOST) faults.push(`the call was begun ${begun.length} times, not ${MOST}`);
  if ((await store.threads.interrupted()).length > 0) faults.push("a quarantined run is listed as interrupted");
  const lastSeq = await store.journal(conversation).lastSeq();
  if (!(await store.threads.retry(conversation))) faults.push("the run could not be tried again");
  const [newest] = await store.journal(conversation).runs({ limit: 1 });
  await host?.answer(retryAddress(newest?.runId ?? "", lastSeq), null);
  if (!(await inTime(spared.died))) faults.push("the call was not tried again");
  await workers.tell(workers.spare(0), { conversations: [chatId], turns: 1 });
  if (!(await inTime(ended))) faults.push("the turn hangs");
  return { kills: workers.losses.length, conversations: [chatId], faults };

  async function untilQuarantined(): Promise<void> {
    while ((await store.threads.get(conversation))?.status !== "quarantined") await pause(20);
  }
}
