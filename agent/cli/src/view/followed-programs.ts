import type { EventData, JournalEvent } from "@toolwright/core";
import { CallFold } from "@toolwright/view";
import {
  type Program,
  type ProgramCall,
  type ProgramQuestion,
  programOf,
  programQuestion,
  programSource,
  textIn,
} from "@toolwright/view/internal";

/** The programs of a run and the calls in them, event by event. */
export class FollowedPrograms {
  #fold = new CallFold();
  /** By each call of a program, and by the program itself: the program. */
  #around = new Map<string, string>();
  /** The calls that programs under way made themselves, in the order of asking. */
  #direct = new Map<string, string[]>();

  /** The programs under way. */
  get open(): readonly string[] {
    return [...this.#direct.keys()];
  }

  /** Events of other calls are passed over. */
  add(event: JournalEvent): void {
    const { type, data, parentId } = event;
    if (type === "run_start" && parentId === undefined) this.#begin();
    if (type === "tool_call_start") this.#start(data, parentId);
    const toolCallId = textIn(data, "toolCallId") ?? "";
    if (this.#around.has(toolCallId)) this.#fold.add(event);
    if (type === "tool_call_end") this.#direct.delete(toolCallId);
  }

  #start({ toolCallId, replays, arguments: args }: EventData["tool_call_start"], parentId = ""): void {
    const isProgram = programSource({ args, ...(replays && { replays }) }) !== undefined;
    const program = isProgram ? toolCallId : this.#around.get(parentId);
    if (program !== undefined) this.#around.set(toolCallId, program);
    if (isProgram) this.#direct.set(toolCallId, []);
    else if (parentId === program) this.#direct.get(parentId)?.push(toolCallId);
  }

  /** The program that a call is inside of. */
  around(toolCallId: string): string | undefined {
    const program = this.#around.get(toolCallId);
    return program === toolCallId ? undefined : program;
  }

  /** The source of a call that is a program. */
  source(toolCallId: string): string | undefined {
    const call = this.#around.has(toolCallId) ? this.#fold.call(toolCallId) : undefined;
    return call && programSource(call);
  }

  program(toolCallId: string): Program | undefined {
    return programOf(this.#fold.calls(), toolCallId);
  }

  /** What a person is told of a call beside the question about it; undefined for a call that is in no program. */
  question(toolCallId: string): ProgramQuestion | undefined {
    return this.around(toolCallId) === undefined ? undefined : programQuestion(this.#fold.calls(), toolCallId);
  }

  /** A call that its program made itself. */
  call(toolCallId: string): ProgramCall | undefined {
    const program = this.around(toolCallId);
    return program === undefined ? undefined : this.#some(program, [toolCallId])[0];
  }

  /** The last calls of a program under way. */
  last(program: string, most: number): readonly ProgramCall[] {
    return this.#some(program, this.#direct.get(program)?.slice(-most) ?? []);
  }

  #some(program: string, ids: readonly string[]): readonly ProgramCall[] {
    const calls = [program, ...ids].map((id) => this.#fold.call(id)).filter((call) => call !== undefined);
    return programOf(calls, program)?.calls ?? [];
  }

  /** What goes on in the background may be of an earlier run. */
  #begin(): void {
    if (this.#direct.size > 0) return;
    this.#fold = new CallFold();
    this.#around = new Map();
  }
}
