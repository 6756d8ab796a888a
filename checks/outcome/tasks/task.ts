import type { JsonSchema } from "@toolwright/core";

/** The folder and the answer that a run has left. */
export interface EndState {
  /** The text of each file, by its path in the folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Files beside the folder, which no task is about. */
  readonly outside: readonly string[];
  /** The last words of the model. */
  readonly answer: string;
}

/** Descriptions are tuned on one half of the tasks and judged on the other. */
export type Half = "tune" | "judge";

/** Something to be done in a folder, whose end can be checked. */
export interface FolderTask {
  readonly id: string;
  readonly kind: string;
  readonly half: Half;
  readonly files: Readonly<Record<string, string>>;
  readonly request: string;
  /** Paths that the task is about; a change or the loss of any other file is harm. Empty for a question. */
  readonly mayChange: readonly string[];
  readonly isMet: (end: EndState) => boolean;
}

/** One function, and a request that gives all of its arguments. */
export interface FunctionTask {
  readonly id: string;
  readonly kind: "function";
  readonly half: Half;
  readonly request: string;
  readonly tool: string;
  readonly schema: JsonSchema;
  /** The arguments as the request names them. */
  readonly arguments: object;
}

export type Task = FolderTask | FunctionTask;

export function isFolderTask(task: Task): task is FolderTask {
  return task.kind !== "function";
}

/** Tasks that follow each other are of different halves. */
export function halfOf(place: number): Half {
  return place % 2 === 0 ? "tune" : "judge";
}

/** Whether an answer names this word or number by itself, in whatever case. */
export function says(answer: string, word: string | number): boolean {
  const literal = String(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.])${literal}(?![\\w]|\\.\\d)`, "i").test(answer.replaceAll(/(\d),(?=\d{3})/g, "$1"));
}
