import type { ErrorInfo, EventOf, Json, ToolResult } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import { CallFold, fileHunksIn, type ThreadCall } from "@toolwright/view";
import { durationText, numberIn, textIn } from "@toolwright/view/internal";
import { changeHeading, changeLines } from "../terminal/markdown/change-lines.ts";
import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";
import { describeArguments } from "./describe-arguments.ts";
import { LiveOutput } from "./live-output.ts";
import { planLines } from "./plan-lines.ts";
import { preview } from "./preview.ts";
import { ProgramView } from "./program-view.ts";
import { outputText } from "./result-text.ts";

/** Lines of a result that are shown; of calls inside calls there may be many. */
const RESULT_LINES = { own: 8, inside: 3 };

/** Lines of a changed file that are shown without being asked for. */
const SHOWN_CHANGES = 40;

/** Lines of an agent's report that are shown. */
const SHOWN_REPORT = 60;

/**
 * From this many milliseconds on, how long a call took is of interest; output that was shown live says it by itself.
 */
const SLOW_MS = 1_000;

/** A call that is quicker than this many milliseconds is shown together with its result, also when several run. */
const PATIENCE_MS = 150;

const INDENT = "  ";

/** Its answer is a report in Markdown, below a line in brackets. */
const AGENT = "agent";

/** Its list is shown once it stands. */
const PLAN = "write_todos";

/** What stands of an open call on the screen. */
interface ShownCall {
  readonly indent: string;
  /** The open call that made this one. */
  readonly parentId: string | undefined;
  readonly timer: NodeJS.Timeout;
  isNamed: boolean;
  /** Where a line tells what an agent does, its calls are shown no further than what comes of them. */
  isQuiet: boolean;
  /** The change that it makes stands in the question about it. */
  isChangeSeen: boolean;
  live: LiveOutput | undefined;
}

export interface CallViewOptions {
  /** The question about a call shows its arguments, so that its name is enough above it. Default false. */
  readonly asksInFull?: boolean;
}

/** Shows calls as their fold has them: a line for each, its live output, and the beginning of its result. */
export class CallView {
  readonly #screen: Screen;
  readonly #asksInFull: boolean;
  #fold = new CallFold();
  readonly #open = new Map<string, ShownCall>();
  readonly #programs: ProgramView;
  /** Calls whose change was seen in the question about them before their turn. */
  readonly #seenBefore = new Set<string>();
  /** The call whose lines stand last on the screen, and the one that made it. */
  #last: { readonly toolCallId: string; readonly parentId: string | undefined } | undefined;

  constructor(screen: Screen, { asksInFull = false }: CallViewOptions = {}) {
    this.#screen = screen;
    this.#asksInFull = asksInFull;
    this.#programs = new ProgramView(screen);
  }

  /** Forgets the calls of earlier runs, unless one of them still goes on. */
  begin(): void {
    if (this.#open.size === 0) this.#fold = new CallFold();
  }

  start(event: EventOf<"tool_call_start">): void {
    this.#fold.add(event);
    this.#programs.add(event);
    const { toolCallId } = event.data;
    if (this.#programs.around(toolCallId) !== undefined) return;
    const parent = this.#open.get(event.parentId ?? "");
    const timer = setTimeout(() => this.#nameOnce(toolCallId), PATIENCE_MS).unref();
    const about = { indent: `${parent?.indent ?? ""}  `, parentId: parent && event.parentId };
    this.#open.set(toolCallId, {
      ...about,
      timer,
      isNamed: false,
      isQuiet: parent !== undefined && this.#screen.isDrawn,
      isChangeSeen: this.#seenBefore.delete(toolCallId),
      live: undefined,
    });
  }

  /** A person is about to be asked about this call. */
  ask(event: EventOf<"approval_request">): void {
    const { data } = event;
    this.#programs.add(event);
    const program = this.#programs.around(data.toolCallId);
    if (program !== undefined) {
      this.#nameProgram(program, data.toolCallId);
      return;
    }
    const asked = this.#open.get(data.toolCallId);
    if (asked !== undefined) asked.isQuiet = false;
    const call = this.#name(data.toolCallId, { withoutArguments: this.#asksInFull });
    const isSeen = this.#asksInFull && data.shows?.files !== undefined;
    if (call !== undefined) call.isChangeSeen = isSeen;
    else if (isSeen) this.#seenBefore.add(data.toolCallId);
  }

  /** What a person has edited was not shown. */
  decide(event: EventOf<"approval_decision">): void {
    const { data } = event;
    this.#programs.add(event);
    if (!data.approve || data.arguments === undefined) return;
    this.#seenBefore.delete(data.toolCallId);
    const call = this.#open.get(data.toolCallId);
    if (call !== undefined) call.isChangeSeen = false;
  }

  chunk({ data }: EventOf<"tool_output_chunk">): void {
    if (this.#open.get(data.toolCallId)?.isQuiet === true) return;
    const call = this.#name(data.toolCallId);
    if (call === undefined) return;
    call.live ??= new LiveOutput(this.#screen, call.indent);
    call.live.push(data.chunk);
  }

  end(event: EventOf<"tool_call_end">): void {
    this.#fold.add(event);
    this.#programs.add(event);
    const { toolCallId, result } = event.data;
    const program = this.#programs.around(toolCallId);
    if (program !== undefined) {
      this.#endInside(program, toolCallId);
      return;
    }
    const isTold = this.#open.get(toolCallId)?.isQuiet !== true || fileHunksIn(result.artifact).length > 0;
    const call = isTold ? this.#name(toolCallId) : this.#open.get(toolCallId);
    if (call === undefined) return;
    const { async = false, durationMs = 0 } = this.#fold.call(toolCallId) ?? {};
    clearTimeout(call.timer);
    // What goes on in the background may make calls yet.
    if (!async) this.#open.delete(toolCallId);
    if (!isTold) return;
    call.live?.end();
    for (const line of this.#programs.rows(toolCallId)) this.#screen.line(call.indent + line);
    for (const line of this.#outcome(event, call)) this.#screen.line(call.indent + line);
    if (durationMs >= SLOW_MS && call.live === undefined)
      this.#screen.line(this.#screen.styles.dim(`${call.indent}${durationText(durationMs)}`));
  }

  /** A call of a program has ended: a line, where lines stay as they are. */
  #endInside(program: string, toolCallId: string): void {
    const line = this.#programs.line(toolCallId);
    if (line === undefined) return;
    this.#nameProgram(program, toolCallId);
    this.#screen.line(`${this.#open.get(program)?.indent ?? INDENT}${line}`);
  }

  /** Names the program of a call, unless what stands last on the screen is of it. */
  #nameProgram(program: string, toolCallId: string): void {
    if (this.#last?.parentId !== program) this.#name(program);
    this.#last = { toolCallId, parentId: program };
  }

  /** Something else stands on the screen now. */
  leave(): void {
    this.#last = undefined;
  }

  /** A call in the background has come to its end. The lines of its report, where it is one and the screen draws it. */
  late(event: EventOf<"async_result">): readonly string[] | undefined {
    this.#fold.add(event);
    const { toolCallId, toolName, result } = event.data;
    this.#open.delete(toolCallId);
    if (toolName !== AGENT || result.isError || !this.#screen.isDrawn) return undefined;
    return this.#report(outputText(result.output), this.#screen.width - INDENT.length).map((line) => INDENT + line);
  }

  #nameOnce(toolCallId: string): void {
    const call = this.#open.get(toolCallId);
    if (call?.isNamed === false && !call.isQuiet) this.#name(toolCallId);
  }

  /**
   * Names the call, below the one that made it, unless its lines are the last on the screen; a second time with another
   * mark.
   */
  #name(toolCallId: string, { withoutArguments = false } = {}): ShownCall | undefined {
    const shown = this.#open.get(toolCallId);
    const call = this.#fold.call(toolCallId);
    if (shown === undefined || call === undefined || this.#last?.toolCallId === toolCallId) return shown;
    const { styles } = this.#screen;
    const { parentId, indent } = shown;
    const isBelow = parentId === undefined || this.#last?.parentId === parentId;
    if (!isBelow) this.#name(parentId);
    const mark = shown.isNamed ? styles.dim("↳") : styles.cyan("●");
    this.#screen.line(
      `${indent.slice(2)}${mark} ${withoutArguments ? styles.bold(printable(call.toolName)) : this.#heading(call, shown)}`,
    );
    if (!shown.isNamed) for (const line of this.#programs.source(toolCallId)) this.#screen.line(shown.indent + line);
    shown.isNamed = true;
    this.#last = { toolCallId, parentId };
    return shown;
  }

  /** A call that is named again is known by its first argument. */
  #heading({ toolCallId, toolName, args }: ThreadCall, { indent, isNamed }: ShownCall): string {
    const { styles, width } = this.#screen;
    const name = printable(toolName);
    if (this.#programs.source(toolCallId).length > 0) return styles.bold(name);
    const told = toolName === PLAN ? {} : isNamed ? Object.fromEntries(Object.entries(args).slice(0, 1)) : args;
    const rest = describeArguments(told, width - name.length - indent.length - 1);
    return rest === "" ? styles.bold(name) : `${styles.bold(name)} ${styles.dim(rest)}`;
  }

  #outcome({ data }: EventOf<"tool_call_end">, call: ShownCall): readonly string[] {
    const { styles, width } = this.#screen;
    const lines = call.parentId === undefined ? RESULT_LINES.own : RESULT_LINES.inside;
    const limits = { lines, width: width - call.indent.length };
    const { error, isError, forUser, output, silent, endsRun } = data.result;
    if (isError && error !== undefined)
      return failureLines(error, lines).map((line, index) => styles.red(index === 0 ? `✗ ${line}` : line));
    if (data.toolName === PLAN) return planLines(data.result.artifact, styles, limits.width);
    if (silent || endsRun === true) return [];
    const changed = fileHunksIn(data.result.artifact);
    if (call.isChangeSeen && changed.length > 0) return changed.map((file) => changeHeading(file, styles));
    if (changed.length > 0) return changeLines(changed, { styles, width: width - 4, most: SHOWN_CHANGES });
    const text = forUser ?? (data.content === undefined ? outputText(output) : contentText(data.content));
    if (data.toolName === AGENT && this.#screen.isDrawn) return this.#report(text, limits.width);
    const isLive = call.live !== undefined;
    const shown = preview(isLive ? footers(text) : text, { ...limits, whole: isLive ? 0 : wholeLines(data.result) });
    const isWell = isGoodEnd(data.result.artifact);
    return shown
      .filter((line) => line !== "")
      .map((line, index, lines) => (isWell || index < lines.length - 1 ? styles.dim : styles.red)(line));
  }

  /** What an agent says of itself stands in the first line. */
  #report(text: string, width: number): readonly string[] {
    const { dim } = this.#screen.styles;
    const [head = "", ...report] = text.split("\n");
    const lines = this.#screen.rendered(report.join("\n"), width);
    const left = lines.length - SHOWN_REPORT;
    const more = left > 0 ? [dim(`… ${countOf(left, "more line")}`)] : [];
    return [dim(clip(printable(head), width)), ...lines.slice(0, SHOWN_REPORT), ...more];
  }
}

/** Lines of a text that may have been cut. */
function wholeLines({ output, forUser, ref }: ToolResult): number {
  return output.type === "text" && forUser === undefined ? (ref?.lines ?? 0) : 0;
}

/** Whole, as far as anybody reads on. */
function failureLines({ message, suggestion }: ErrorInfo, lines: number): readonly string[] {
  return preview(suggestion === undefined ? message : `${message} ${suggestion}`, { lines, width: 1_000 });
}

/** Whether a command came to a good end; what is no command does. */
function isGoodEnd(artifact: Json | undefined): boolean {
  return (numberIn(artifact, "returnCode") ?? 0) === 0 && textIn(artifact, "signal") === undefined;
}

/** The output itself was shown live; what follows it in brackets was not. */
function footers(text: string): string {
  const lines = text.split("\n");
  const first = lines.findLastIndex((line) => !/^\[.*\]$/.test(line));
  return lines.slice(first + 1).join("\n");
}
