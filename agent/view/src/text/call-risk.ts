import type { Reach } from "@toolwright/core";
import type { HeldBy } from "../wire/http.ts";
import { riskTexts } from "../words/risk.ts";
import { reachRing, reachWords, staysInFolder } from "./reach-words.ts";

/** What a call may do at worst: as far as the judge knows this call, or else as far as its tool says so. */
export interface CallRisk {
  readonly level: "reads" | "changes" | "outside" | "unknown";
  readonly words: string;
  /** How far it gets, as `reachRing` draws it. */
  readonly ring: string;
  /** It changes nothing, or what it changes can be taken back. */
  readonly isUndoable: boolean;
}

/** What is known of a call, of its tool and of what holds its commands. */
export interface RiskFacts {
  /** How far this call gets, where that is known. */
  readonly reach?: Reach | undefined;
  readonly effects: "read" | "write" | "external" | null | undefined;
  /** File changes can be taken back. */
  readonly canUndo: boolean;
  /** What holds everything that it runs; null for nothing, undefined where that is not known. */
  readonly held: HeldBy | null | undefined;
}

/** The risk of a call in words: never less than it may do. */
export function callRisk(facts: RiskFacts): CallRisk {
  const { effects, reach, held } = facts;
  if (reach === undefined) return ringed(toldRisk(facts));
  // Whatever the call reaches, it can only look there.
  if (effects === "external" && held && isShut(held)) return ringed(heldRisk(held));
  const level = staysInFolder(reach) ? (effects === "read" ? "reads" : "changes") : "outside";
  const words = joined(reachWords(reach), reach.undo ? "" : heldWords(held));
  return { level, words, ring: reachRing(reach), isUndoable: reach.undo };
}

type RiskWords = Omit<CallRisk, "ring">;

/** As far as the level says. */
function ringed(risk: RiskWords): CallRisk {
  return { ...risk, ring: RINGS[risk.level] };
}

const RINGS = { reads: "○", changes: "◑", outside: "●", unknown: "●" } as const;

/** What its tool says of all its calls. */
function toldRisk({ effects, canUndo, held }: RiskFacts): RiskWords {
  if (effects === "read") return { level: "reads", words: riskTexts.reads, isUndoable: true };
  if (effects === "write") {
    return { level: "changes", words: riskTexts.changes(canUndo), isUndoable: canUndo };
  }
  const isUndoable = false;
  if (effects !== "external") return { level: "unknown", words: riskTexts.unknown, isUndoable };
  if (held && !held.network) return heldRisk(held);
  return { level: "outside", words: joined(riskTexts.outside, heldWords(held)), isUndoable };
}

function heldWords(held: RiskFacts["held"]): string {
  if (held === undefined) return "";
  if (held === null) return riskTexts.unheld;
  return held.network ? riskTexts.heldButNetwork : riskTexts.held;
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Nothing leaves it, and nothing in it can be written. */
function isShut({ mode, network, gitWrites }: HeldBy): boolean {
  return mode === "read-only" && !network && !gitWrites;
}

/** It reaches nothing but files, and everything in it that is told apart is kept by the operating system. */
function heldRisk(held: HeldBy): RiskWords {
  const { mode, gitWrites } = held;
  if (isShut(held)) return { level: "reads", words: riskTexts.shut, isUndoable: true };
  const files = mode !== "read-only";
  const words = riskTexts.heldChanges({ files, repository: gitWrites || !files });
  return { level: "changes", words, isUndoable: false };
}
