import type { JournalEvent } from "@toolwright/core";
import { programRows } from "@toolwright/view/internal";
import type { Screen } from "../terminal/screen.ts";
import { FollowedPrograms } from "./followed-programs.ts";
import { preview } from "./preview.ts";
import { programCallLine, programRowLine } from "./program-lines.ts";

/** Lines of a source that are shown. */
const SOURCE_LINES = 8;

/** Calls of one tool in a program that have a line each where lines stay as they are; of more only their number. */
const MOST_LINES = 50;

/**
 * What is shown of programs: their source, a line for each call, and one for all of a tool that are many. Where the
 * last rows are drawn they follow the calls; the lines come when the program has ended.
 */
export class ProgramView {
  readonly #screen: Screen;
  readonly #programs = new FollowedPrograms();
  /** By program and tool: calls that have ended. */
  readonly #ended = new Map<string, number>();

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  add(event: JournalEvent): void {
    this.#programs.add(event);
  }

  around(toolCallId: string): string | undefined {
    return this.#programs.around(toolCallId);
  }

  /** The beginning of the source; nothing of a call that is no program. */
  source(toolCallId: string): readonly string[] {
    const source = this.#programs.source(toolCallId);
    if (source === undefined) return [];
    const { styles, width } = this.#screen;
    return preview(source.trim(), { lines: SOURCE_LINES, width: width - 2 }).map(styles.dim);
  }

  /** The line of a call that has ended; undefined where it gets none now. */
  line(toolCallId: string): string | undefined {
    const call = this.#screen.isDrawn ? undefined : this.#programs.call(toolCallId);
    if (call === undefined) return undefined;
    const key = JSON.stringify([this.around(toolCallId), call.toolName]);
    const ended = (this.#ended.get(key) ?? 0) + 1;
    this.#ended.set(key, ended);
    return ended > MOST_LINES ? undefined : programCallLine(call, this.#screen);
  }

  /** The lines that are due when a program has ended; nothing for a call that is none. */
  rows(toolCallId: string): readonly string[] {
    if (this.#programs.source(toolCallId) === undefined) return [];
    const rows = programRows(this.#programs.program(toolCallId)?.calls ?? []);
    const due = this.#screen.isDrawn ? rows : rows.filter(({ kind }) => kind === "calls");
    return due.map((row) => programRowLine(row, this.#screen));
  }
}
