import type { Turn } from "../program-executor.ts";
import { BEATS, type Reply, type Request, STOP } from "./messages.ts";
import type { ProgramThread } from "./program-thread.ts";

export interface TurnToWatch {
  readonly thread: ProgramThread;
  readonly control: Int32Array<SharedArrayBuffer>;
  readonly signal: AbortSignal;
  /** What is left of the computing of the program. */
  readonly leftMs: number;
}

type Failure = NonNullable<Turn["failed"]>;

/**
 * One turn in a thread. The machine ends it by itself when it has computed too long or is to stop, as long as it looks
 * up: it does so every 10,000 jumps, and counts. Where it does not, it is in a built-in function, and its thread ends.
 */
export async function watchedTurn(request: Request, { thread, control, signal, leftMs }: TurnToWatch): Promise<Reply> {
  let failed: Failure | undefined;
  const end = (failure: Failure) => {
    failed ??= failure;
    void thread.end();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (waitMs: number, before: number | undefined) => {
    timer = setTimeout(() => {
      const beats = Atomics.load(control, BEATS);
      if (beats === before) end("cpu");
      else watch(LOOK_MS, beats);
    }, waitMs);
  };
  const stop = () => {
    Atomics.store(control, STOP, 1);
    clearTimeout(timer);
    timer = setTimeout(end, STOP_MS, "stopped");
  };
  watch(Math.max(0, leftMs), undefined);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const reply = await thread.ask(request);
  signal.removeEventListener("abort", stop);
  clearTimeout(timer);
  return failed && reply.kind === "died" ? { ...reply, failed } : reply;
}

/** So long may the machine not look up once its time is over. */
const LOOK_MS = 250;
/** So long may it not look up once it is to stop. */
const STOP_MS = 25;
