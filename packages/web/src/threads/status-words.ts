import type { ThreadStatus } from "../server/wire.ts";

/** What a list of threads says of each. */
export const STATUS_WORDS: Readonly<Record<ThreadStatus, string>> = {
  idle: "",
  running: "Running",
  waiting: "Waiting for you",
  interrupted: "Interrupted",
};
