import type { Touches } from "./touches.ts";

/** How far a call gets. Where that is not known, it counts as the farthest. */
export interface Reach {
  /** What it may open or change: no file; those that it names; any of a folder of the workspace; any of the machine. */
  readonly files: "none" | "file" | "folder" | "machine";
  /** It may talk to others. */
  readonly network: boolean;
  /** It can be taken back: what it changes is kept, or it changes nothing and sends nothing of its own. */
  readonly undo: boolean;
}

/** How far a call gets that touches this. In a sandbox nothing writes outside the workspace or talks to others. */
export function reachOf(touches: Touches, sandboxed: boolean): Reach {
  const { reads, writes, deletes, sends, wide, outside, lasting } = touches;
  const runs = runsCode(touches);
  const few = reads.length + writes.length + deletes.length > 0 ? "file" : "none";
  const here = runs || wide ? "folder" : few;
  return {
    files: outside || (runs && !sandboxed) ? "machine" : here,
    network: !sandboxed && (runs || sends.length > 0),
    undo: !runs && !lasting,
  };
}

/** Whether it runs code, or may for all that is known of it: its reach is then that of the place where it runs. */
export function runsCode({ runs, unclear }: Touches): boolean {
  return unclear || runs.length > 0;
}
