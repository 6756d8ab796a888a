import type { MessagePort } from "node:worker_threads";
import type { CallOutcome, ProgramToOpen, Turn } from "../program-executor.ts";

/** What a thread is asked for, one after another. */
export type Request =
  | { readonly kind: "open"; readonly program: ProgramInThread }
  | { readonly kind: "start" }
  | { readonly kind: "settle"; readonly call: number; readonly outcome: CallOutcome; readonly timeMs: number }
  | { readonly kind: "close" };

export interface ProgramInThread extends Omit<ProgramToOpen, "signal"> {
  readonly wasm: WebAssembly.Module;
  /** Two words of shared memory: the host asks to stop in the first, the machine counts in the second. */
  readonly control: Int32Array<SharedArrayBuffer>;
}

export type Reply =
  | { readonly kind: "done" }
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "closed"; readonly heldBytes: number }
  /** The request cannot be: the text of a TypeError. */
  | { readonly kind: "refused"; readonly message: string }
  /** The thread has ended before it replied. */
  | { readonly kind: "died"; readonly failed: NonNullable<Turn["failed"]>; readonly message: string };

export const STOP = 0;
export const BEATS = 1;

/** What a thread begins with. */
export interface ThreadData {
  readonly of: typeof PROGRAM_THREAD;
  readonly port: MessagePort;
  /** Words of shared memory, which count requests and replies. */
  readonly asked: Int32Array<SharedArrayBuffer>;
  readonly answered: Int32Array<SharedArrayBuffer>;
}

/** In the data of a thread that is to run programs: its file may be loaded in other threads, too. */
export const PROGRAM_THREAD = "@toolwright/code-mode: a thread for programs";
