import { EDITS } from "./edit-tasks.ts";
import { QUESTIONS } from "./question-tasks.ts";
import type { FolderTask } from "./task.ts";

/** Variants of each kind: other names, other numbers, the same work. */
export const VARIANTS = 5;

/** The sixty tasks, one of each kind after the other, so that the first of them are a fair sample. */
export function folderTasks(): readonly FolderTask[] {
  const kinds = Object.entries({ ...QUESTIONS, ...EDITS });
  return Array.from({ length: VARIANTS }, (_, variant) =>
    kinds.map(([kind, make]): FolderTask => ({ id: `${kind}-${variant + 1}`, kind, ...make(variant) })),
  ).flat();
}
