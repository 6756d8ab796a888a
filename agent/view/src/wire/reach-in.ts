import type { Reach } from "@toolwright/core";
import { fieldIn } from "./fields.ts";

const FILES = ["none", "file", "folder", "machine"] as const;

/** How far a call got, as an event tells it; undefined where it does not. */
export function reachIn(data: unknown): Reach | undefined {
  const reach = fieldIn(data, "reach");
  const files = FILES.find((one) => one === fieldIn(reach, "files"));
  if (files === undefined) return undefined;
  return { files, network: fieldIn(reach, "network") !== false, undo: fieldIn(reach, "undo") === true };
}
