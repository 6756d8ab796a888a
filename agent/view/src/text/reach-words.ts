import type { Reach } from "@toolwright/core";
import { reachTexts } from "../words/reach.ts";

/** How far a call gets, in one sentence. */
export function reachWords({ files, network, undo }: Reach): string {
  const places = [
    ...(files === "none" && network ? [] : [reachTexts[files]]),
    ...(network ? [reachTexts.network] : []),
  ];
  return reachTexts.sentence(places, undo);
}

/** How far a call gets, as a ring that is the fuller the further it is. */
export function reachRing({ files, network }: Reach): string {
  return network ? "●" : RINGS[files];
}

const RINGS = { none: "○", file: "◔", folder: "◑", machine: "◕" } as const;

/** From what reaches nothing to what reaches everything: the order in which people read questions. */
export function reachOrder({ files, network, undo }: Reach): number {
  return (undo ? 0 : 8) + (network ? 4 : 0) + DISTANCE[files];
}

const DISTANCE = { none: 0, file: 1, folder: 2, machine: 3 } as const;

/** Whether all that a call reaches is inside the folder. */
export function staysInFolder({ files, network }: Reach): boolean {
  return files !== "machine" && !network;
}
