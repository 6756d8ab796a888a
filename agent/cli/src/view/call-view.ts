import type { EventOf, Json, JsonObject } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import { CallFold, fileHunksIn, type ThreadCall } from "@toolwright/view";
import { durationText, numberIn, textIn } from "@toolwright/view/internal";
import { changeHeading, changeLines } from "../terminal/markdown/change-lines.ts";
import { proposedChange } from "../terminal/proposed-change.ts";
import type { Screen } from "../terminal/screen.ts";
import { clip } from "../text/clip.ts";
import { countOf } from "../text/count-of.ts";
import { printable } from "../text/printable.ts";
import { LiveOutput } from "./live-output.ts";
import { planLines } from "./plan-lines.ts";
import { outputText } from "./result-text.ts";

/** Lines of a result that are shown; of calls inside calls there may be many. */
const RESULT_LINES = { own: 8, inside: 3 };

/** Lines of a changed file that are shown without being asked for. */
const SHOWN_CHANGES = 40;

/**
 * From this many milliseconds on, how long a call took is of interest; output that was shown live says it by itself.
 */
const SLOW_MS = 1_000;

/** A call that is quicker than this many milliseconds is shown together with its result, also when several run. */
const PATIENCE_MS = 150;

/** Its list is shown once it stands. */
const PLAN = "write_todos";

/** What stands of an open call on the screen. */
interface ShownCall {
  readonly indent: string;
  /** The open call that made this one. */
  readonly parentId: string | undefined;
  readonly timer: NodeJS.Timeout;
  isNamed: boolean;
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
  /** Calls whose change was seen in the question about them before their turn. */
  readonly #seenBefore = new Set<string>();
  /** The call whose lines stand last on the screen, and the one that made it. */
  #last: { readonly toolCallId: string; readonly parentId: string | undefined } | undefined;

  constructor(screen: Screen, { asksInFull = false }: CallViewOptions = {}) {
    this.#screen = screen;
    this.#asksInFull = asksInFull;
  }

  /** Forgets the calls of earlier runs, unless one of them still goes on. */
  begin(): void {
    if (this.#open.size === 0) this.#fold = new CallFold();
  }

  start(event: EventOf<"tool_call_start">): void {
    this.#fold.add(event);
    const { toolCallId } = event.data;
    const parent = this.#open.get(event.parentId ?? "");
    const timer = setTimeout(() => this.#nameOnce(toolCallId), PATIENCE_MS).unref();
    const about = { indent: `${parent?.indent ?? ""}  `, parentId: parent && event.parentId };
    this.#open.set(toolCallId, {
      ...about,
      timer,
      isNamed: false,
      isChangeSeen: this.#seenBefore.delete(toolCallId),
      live: undefined,
    });
  }

  /** A person is about to be asked about this call. */
  ask({ data }: EventOf<"approval_request">): void {
    const call = this.#name(data.toolCallId, { withoutArguments: this.#asksInFull });
    const isSeen = this.#asksInFull && proposedChange(data.arguments) !== undefined;
    if (call !== undefined) call.isChangeSeen = isSeen;
    else if (isSeen) this.#seenBefore.add(data.toolCallId);
  }

  /** What a person has edited was not shown. */
  decide({ data }: EventOf<"approval_decision">): void {
    if (!data.approve || data.arguments === undefined) return;
    this.#seenBefore.delete(data.toolCallId);
    const call = this.#open.get(data.toolCallId);
    if (call !== undefined) call.isChangeSeen = false;
  }

  chunk({ data }: EventOf<"tool_output_chunk">): void {
    const call = this.#name(data.toolCallId);
    if (call === undefined) return;
    call.live ??= new LiveOutput(this.#screen, call.indent);
    call.live.push(data.chunk);
  }

  end(event: EventOf<"tool_call_end">): void {
    this.#fold.add(event);
    const { toolCallId } = event.data;
    const call = this.#name(toolCallId);
    if (call === undefined) return;
    const { async = false, durationMs = 0 } = this.#fold.call(toolCallId) ?? {};
    clearTimeout(call.timer);
    // What goes on in the background may make calls yet.
    if (!async) this.#open.delete(toolCallId);
    call.live?.end();
    for (const line of this.#outcome(event, call)) this.#screen.line(call.indent + line);
    if (durationMs >= SLOW_MS && call.live === undefined)
      this.#screen.line(this.#screen.styles.dim(`${call.indent}${durationText(durationMs)}`));
  }

  /** Something else stands on the screen now. */
  leave(): void {
    this.#last = undefined;
  }

  /** A call in the background has come to its end. */
  late(event: EventOf<"async_result">): void {
    this.#fold.add(event);
    this.#open.delete(event.data.toolCallId);
  }

  #nameOnce(toolCallId: string): void {
    if (this.#open.get(toolCallId)?.isNamed === false) this.#name(toolCallId);
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
    shown.isNamed = true;
    this.#last = { toolCallId, parentId };
    return shown;
  }

  /** A call that is named again is known by its first argument. */
  #heading({ toolName, args }: ThreadCall, { indent, isNamed }: ShownCall): string {
    const { styles, width } = this.#screen;
    const name = printable(toolName);
    const told = toolName === PLAN ? {} : isNamed ? Object.fromEntries(Object.entries(args).slice(0, 1)) : args;
    const rest = describeArguments(told, width - name.length - indent.length - 1);
    return rest === "" ? styles.bold(name) : `${styles.bold(name)} ${styles.dim(rest)}`;
  }

  #outcome({ data }: EventOf<"tool_call_end">, call: ShownCall): readonly string[] {
    const { styles, width } = this.#screen;
    const lines = call.parentId === undefined ? RESULT_LINES.own : RESULT_LINES.inside;
    const limits = { lines, width: width - call.indent.length };
    const { error, isError, forUser, output, silent, endsRun } = data.result;
    if (isError && error !== undefined) {
      const { message, suggestion } = error;
      const said = preview(suggestion === undefined ? message : `${message} ${suggestion}`, {
        ...limits,
        width: 1_000,
      });
      return said.map((line, index) => styles.red(index === 0 ? `✗ ${line}` : line));
    }
    if (data.toolName === PLAN) return planLines(data.result.artifact, styles, limits.width);
    if (silent || endsRun === true) return [];
    const changed = fileHunksIn(data.result.artifact);
    if (call.isChangeSeen && changed.length > 0) return changed.map((file) => changeHeading(file, styles));
    if (changed.length > 0) return changeLines(changed, { styles, width: width - 4, most: SHOWN_CHANGES });
    const text = forUser ?? (data.content === undefined ? outputText(output) : contentText(data.content));
    const shown = preview(call.live === undefined ? text : footers(text), limits);
    const isWell = isGoodEnd(data.result.artifact);
    return shown
      .filter((line) => line !== "")
      .map((line, index, lines) => (isWell || index < lines.length - 1 ? styles.dim : styles.red)(line));
  }
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

/** How much of a text is shown. */
interface PreviewLimits {
  readonly lines: number;
  /** Characters of one line. */
  readonly width: number;
}

/** The first lines of a text, and a word on how many more there are. */
export function preview(text: string, { lines, width }: PreviewLimits): readonly string[] {
  const all = text.replace(/\n+$/, "").split("\n");
  // One line too many is shown rather than replaced by a line that says so.
  const shown = all.length <= lines + 1 ? all : all.slice(0, lines);
  const cut = shown.map((line) => clip(printable(line.slice(0, width * 2)), width));
  return shown.length === all.length ? cut : [...cut, `… ${countOf(all.length - shown.length, "more line")}`];
}

/** Fewer characters say nothing, however long the tool's name is. */
const LEAST_WIDTH = 10;

/** The arguments of a call on one line: the first one as it is, the others as `name=value`. */
export function describeArguments(args: JsonObject, room: number): string {
  const width = Math.max(room, LEAST_WIDTH);
  const words = Object.entries(args).map(([name, value], index) => {
    const text = describeValue(value, width);
    return index === 0 && isPlain(value) ? text : `${name}=${text}`;
  });
  return clip(words.join(" "), width);
}

function isPlain(value: Json): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
}

/** Cut before it is cleaned: an argument may be megabytes long. */
function describeValue(value: Json, width: number): string {
  const text = isPlain(value) ? [value].flat().join(" ") : JSON.stringify(value);
  return printable(text.slice(0, width * 2)).replace(/\s*\n\s*/g, " ⏎ ");
}
