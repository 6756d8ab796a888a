import type { ThreadStatus } from "@toolwright/view";

/** What a list of threads says of each. */
export const STATUS_WORDS: Readonly<Record<ThreadStatus, string>> = {
  idle: "",
  running: "Running",
  waiting: "Waiting for you",
  interrupted: "Interrupted",
};
