import type { JournalEvent } from "@toolwright/core";

/** Prints events as JSON lines, and nothing after the first `done`. */
export function jsonView(write: (text: string) => void): (event: JournalEvent) => void {
  let ended = false;
  return (event) => {
    if (ended) return;
    ended = event.type === "done";
    write(`${JSON.stringify(event)}\n`);
  };
}
