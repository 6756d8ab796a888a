import { EDITS } from "./edit-tasks.ts";
import { QUESTIONS } from "./question-tasks.ts";
import { type FolderTask, halfOf } from "./task.ts";

/** Variants of each kind: other names, other numbers, the same work. */
export const VARIANTS = 5;

const MAKERS = Object.entries({ ...QUESTIONS, ...EDITS });
export const FOLDER_KINDS: readonly string[] = MAKERS.map(([kind]) => kind);

/**
 * The sixty tasks, one of each kind after the other, so that the first of them are a fair sample. Of each kind the
 * variants are of one half and the other in turn, and so are the kinds of one variant.
 */
export function folderTasks(): readonly FolderTask[] {
  return Array.from({ length: VARIANTS }, (_, variant) =>
    MAKERS.map(
      ([kind, make], place): FolderTask => ({
        ...{ id: `${kind}-${variant + 1}`, kind, half: halfOf(place + variant) },
        ...make(variant),
      }),
    ),
  ).flat();
}
