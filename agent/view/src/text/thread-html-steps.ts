import { type Fields, isFields, listIn, numberIn, textIn } from "../wire/fields.ts";
import type { ThreadStep } from "../wire/steps.ts";
import type { ThreadCall, ThreadMessage } from "../wire/thread-message.ts";
import { type Todo, todosIn } from "../wire/todos.ts";

/** The steps at whose ends something held, from one to another; without an end: to the last one. */
export interface StepSpan {
  readonly from: number;
  until?: number;
}

/** What the edits of a file add up to. */
interface EditedFile extends StepSpan {
  readonly path: string;
  readonly change: string;
  readonly added: number;
  readonly removed: number;
}

interface StandingPlan extends StepSpan {
  readonly todos: readonly Todo[];
}

/** What a thread had come to by the ends of its steps: each change once, so that it grows with them alone. */
export interface StepStates {
  /** In the order in which they were changed. */
  readonly files: readonly EditedFile[];
  readonly plans: readonly StandingPlan[];
}

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

/** What files and plan were at the end of each step. */
export function stepStates(messages: readonly ThreadMessage[], steps: readonly ThreadStep[]): StepStates {
  const files: EditedFile[] = [];
  const plans: StandingPlan[] = [];
  const standing = new Map<string, EditedFile>();
  for (const [from, calls] of doneCalls(messages, steps).entries()) {
    for (const { toolName, args, artifact } of calls) {
      for (const file of listIn(artifact, "diff").filter(isFields)) files.push(changedIn(standing, file, from));
      if (toolName !== "write_todos") continue;
      endBefore(plans.at(-1), from);
      plans.push({ todos: todosIn(args), from });
    }
  }
  return { files: files.filter(stoodAtAnEnd), plans: plans.filter(stoodAtAnEnd) };
}

/** The calls of each step that came to something. */
function doneCalls(
  messages: readonly ThreadMessage[],
  steps: readonly ThreadStep[],
): readonly (readonly ThreadCall[])[] {
  const places = new PartSteps(steps);
  const calls = steps.map((): ThreadCall[] => []);
  for (const message of messages) {
    if (message.role === "user") continue;
    for (const [place, part] of message.parts.entries())
      if (part.type === "tool-call" && part.result !== undefined && part.isError !== true)
        calls[places.of(message.runId, place)]?.push(part);
  }
  return calls;
}

function changedIn(standing: Map<string, EditedFile>, file: Fields, from: number): EditedFile {
  const path = textIn(file, "path") ?? "";
  const before = standing.get(path);
  const now = textIn(file, "change") ?? "modified";
  for (const ended of [path, textIn(file, "from") ?? path]) {
    endBefore(standing.get(ended), from);
    standing.delete(ended);
  }
  const edited = {
    path,
    change: before?.change === "created" && now === "modified" ? "created" : now,
    added: (before?.added ?? 0) + (numberIn(file, "added") ?? 0),
    removed: (before?.removed ?? 0) + (numberIn(file, "removed") ?? 0),
    from,
  };
  standing.set(path, edited);
  return edited;
}

function endBefore(span: StepSpan | undefined, from: number): void {
  if (span !== undefined) span.until = from - 1;
}

/** Another change of the same step may have taken its place. */
function stoodAtAnEnd({ from, until }: StepSpan): boolean {
  return until === undefined || until >= from;
}
