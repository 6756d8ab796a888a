import type { HeldBy } from "../wire/http.ts";

/** What a call may do at worst, as far as its tool says so. */
export interface CallRisk {
  readonly level: "reads" | "changes" | "outside" | "unknown";
  readonly words: string;
  /** It changes nothing, or what it changes can be taken back. */
  readonly isUndoable: boolean;
}

/** What is known of a tool and of what holds its commands. */
export interface RiskFacts {
  readonly effects: "read" | "write" | "external" | null | undefined;
  /** File changes can be taken back. */
  readonly canUndo: boolean;
  /** What holds everything that it runs; null for nothing, undefined where that is not known. */
  readonly held: HeldBy | null | undefined;
}

/** The risk of a call in words: never less than it may do. */
export function callRisk({ effects, canUndo, held }: RiskFacts): CallRisk {
  if (effects === "read") return { level: "reads", words: "It only reads.", isUndoable: true };
  if (effects === "write") {
    const words = `It changes files, which can${canUndo ? "" : "not"} be undone here.`;
    return { level: "changes", words, isUndoable: canUndo };
  }
  const isUndoable = false;
  if (effects !== "external") return { level: "unknown", words: "Its tool does not say what it changes.", isUndoable };
  if (held === undefined) return { level: "outside", words: OUTSIDE, isUndoable };
  if (held === null) return { level: "outside", words: `${OUTSIDE} No sandbox holds it.`, isUndoable };
  if (held.network)
    return { level: "outside", words: `${OUTSIDE} The sandbox holds what it writes, but not the network.`, isUndoable };
  return heldRisk(held);
}

const OUTSIDE = "It may reach beyond files, which cannot be undone.";

/** It reaches nothing but files, and everything in it that is told apart is kept by the operating system. */
function heldRisk({ mode, gitWrites }: HeldBy): CallRisk {
  if (mode === "read-only" && !gitWrites)
    return {
      level: "reads",
      words: "It runs in the sandbox: it may read, changes no files, and has no network.",
      isUndoable: true,
    };
  const changed =
    mode === "read-only" ? "the repository" : `files of this folder${gitWrites ? " and the repository" : ""}`;
  return {
    level: "changes",
    words: `It runs in the sandbox: it may change ${changed}, nothing else, and has no network.`,
    isUndoable: false,
  };
}
