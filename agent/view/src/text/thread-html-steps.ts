import { type Fields, isFields, listIn, numberIn, textIn } from "../wire/fields.ts";
import type { ThreadStep } from "../wire/steps.ts";
import type { ThreadCall, ThreadMessage } from "../wire/thread-message.ts";
import { type Todo, todosIn } from "../wire/todos.ts";

/** What a thread had come to by the end of a step. */
export interface StepState {
  /** Changed files by path, with what the edits of each add up to. */
  readonly files: ReadonlyMap<string, EditedFile>;
  readonly todos: readonly Todo[];
}

/** A file that calls changed. */
export interface EditedFile {
  readonly change: string;
  readonly added: number;
  readonly removed: number;
}

const NOTHING: StepState = { files: new Map(), todos: [] };

interface Place {
  readonly at: number;
  readonly parts: number;
}

/** By message and part: in which step it came to be, numbered from 0. */
export class PartSteps {
  readonly #byRun = new Map<string, Place[]>();
  readonly #newest: number;

  constructor(steps: readonly ThreadStep[]) {
    for (const [at, { runId, parts }] of steps.entries()) {
      const known = this.#byRun.get(runId) ?? [];
      known.push({ at, parts });
      this.#byRun.set(runId, known);
    }
    this.#newest = Math.max(0, steps.length - 1);
  }

  /** Of a part of a run by its place. What no step has, such as of a run that goes on, belongs to the last one. */
  of(runId: string, place: number): number {
    return this.#byRun.get(runId)?.find(({ parts }) => parts > place)?.at ?? this.last(runId);
  }

  /** Of the beginning of a run, which the message before it belongs to. */
  first(runId: string): number {
    return this.#byRun.get(runId)?.[0]?.at ?? this.#newest;
  }

  last(runId: string): number {
    return this.#byRun.get(runId)?.at(-1)?.at ?? this.#newest;
  }
}

/** The state at the end of each step, the same object where nothing has changed. */
export function stepStates(messages: readonly ThreadMessage[], steps: readonly ThreadStep[]): readonly StepState[] {
  const places = new PartSteps(steps);
  const calls = steps.map((): ThreadCall[] => []);
  for (const message of messages) {
    if (message.role === "user") continue;
    for (const [place, part] of message.parts.entries())
      if (part.type === "tool-call") calls[places.of(message.runId, place)]?.push(part);
  }
  let state = NOTHING;
  return calls.map((ofStep) => {
    state = ofStep.reduce(after, state);
    return state;
  });
}

function after(state: StepState, { toolName, args, artifact, result, isError }: ThreadCall): StepState {
  if (result === undefined || isError === true) return state;
  const todos = toolName === "write_todos" ? todosIn(args) : state.todos;
  const changed = listIn(artifact, "diff").filter(isFields);
  if (changed.length === 0) return todos === state.todos ? state : { ...state, todos };
  const files = new Map(state.files);
  for (const file of changed) addFile(files, file);
  return { files, todos };
}

function addFile(files: Map<string, EditedFile>, file: Fields): void {
  const path = textIn(file, "path") ?? "";
  const { change, added, removed } = files.get(path) ?? { change: "", added: 0, removed: 0 };
  const now = textIn(file, "change") ?? "modified";
  files.delete(textIn(file, "from") ?? path);
  files.set(path, {
    change: change === "created" && now === "modified" ? change : now,
    added: added + (numberIn(file, "added") ?? 0),
    removed: removed + (numberIn(file, "removed") ?? 0),
  });
}
