import type { JsonObject } from "@toolwright/core";
import type { EventOf } from "@toolwright/core/types";
import type { Screen } from "../terminal/screen.ts";
import { printable } from "../text/printable.ts";
import { describeArguments } from "./describe-arguments.ts";
import { duration } from "./duration.ts";
import { LiveOutput } from "./live-output.ts";
import { preview } from "./preview.ts";
import { contentText, outputText } from "./result-text.ts";

/** Lines of a result that are shown; of calls inside calls there may be many. */
const RESULT_LINES = { own: 8, inside: 3 };

/** From this many milliseconds on, how long a call took is of interest; output that was shown live says it by itself. */
const SLOW_MS = 1_000;

/** A call that is quicker than this many milliseconds is shown together with its result, also when several run. */
const PATIENCE_MS = 150;

interface RunningCall {
  readonly heading: string;
  /** When it is named again. */
  readonly shortHeading: string;
  readonly indent: string;
  /** The call that made this one. */
  readonly parentId: string | undefined;
  readonly timer: NodeJS.Timeout;
  isNamed: boolean;
  live: LiveOutput | undefined;
}

/** Shows calls: a line for each, its live output, and the beginning of its result. */
export class CallView {
  readonly #screen: Screen;
  readonly #running = new Map<string, RunningCall>();
  /** The call whose lines stand last on the screen, and the one that made it. */
  #shown: { readonly toolCallId: string; readonly parentId: string | undefined } | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  start({ data: { toolCallId, toolName, arguments: args }, parentId }: EventOf<"tool_call_start">): void {
    const { styles, width } = this.#screen;
    const name = printable(toolName);
    const parent = this.#running.get(parentId ?? "");
    const indent = `${parent?.indent ?? ""}  `;
    const headed = (shown: JsonObject): string => {
      const rest = describeArguments(shown, width - name.length - indent.length - 1);
      return rest === "" ? styles.bold(name) : `${styles.bold(name)} ${styles.dim(rest)}`;
    };
    const shortHeading = headed(Object.fromEntries(Object.entries(args).slice(0, 1)));
    const timer = setTimeout(() => this.#nameOnce(toolCallId), PATIENCE_MS).unref();
    this.#running.set(toolCallId, {
      ...{ indent, heading: headed(args), shortHeading, timer, parentId: parent && parentId },
      ...{ isNamed: false, live: undefined },
    });
  }

  /** A person is about to be asked about this call. */
  ask({ data }: EventOf<"approval_request">): void {
    this.#name(data.toolCallId);
  }

  chunk({ data }: EventOf<"tool_output_chunk">): void {
    const call = this.#name(data.toolCallId);
    if (call === undefined) return;
    call.live ??= new LiveOutput(this.#screen, call.indent);
    call.live.push(data.chunk);
  }

  end(event: EventOf<"tool_call_end">): void {
    const { toolCallId, durationMs } = event.data;
    const call = this.#name(toolCallId);
    if (call === undefined) return;
    clearTimeout(call.timer);
    // What goes on in the background may make calls yet.
    if (event.data.result.async !== true) this.#running.delete(toolCallId);
    call.live?.end();
    for (const line of this.#outcome(event, call)) this.#screen.line(call.indent + line);
    if (durationMs >= SLOW_MS && call.live === undefined)
      this.#screen.line(this.#screen.styles.dim(`${call.indent}${duration(durationMs)}`));
  }

  /** Something else stands on the screen now. */
  leave(): void {
    this.#shown = undefined;
  }

  /** A call in the background has come to its end. */
  late({ data: { toolCallId } }: EventOf<"async_result">): void {
    this.#running.delete(toolCallId);
  }

  #nameOnce(toolCallId: string): void {
    if (this.#running.get(toolCallId)?.isNamed === false) this.#name(toolCallId);
  }

  /** Names the call, below the one that made it, unless its lines are the last on the screen; a second time with another mark. */
  #name(toolCallId: string): RunningCall | undefined {
    const call = this.#running.get(toolCallId);
    if (call === undefined || this.#shown?.toolCallId === toolCallId) return call;
    const { styles } = this.#screen;
    const { parentId, indent } = call;
    const isBelow = parentId === undefined || this.#shown?.parentId === parentId;
    if (!isBelow) this.#name(parentId);
    const line = call.isNamed ? `${styles.dim("↳")} ${call.shortHeading}` : `${styles.cyan("●")} ${call.heading}`;
    this.#screen.line(indent.slice(2) + line);
    call.isNamed = true;
    this.#shown = { toolCallId, parentId };
    return call;
  }

  #outcome({ data }: EventOf<"tool_call_end">, call: RunningCall): readonly string[] {
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
    if (silent || endsRun === true) return [];
    const text = forUser ?? (data.content === undefined ? outputText(output) : contentText(data.content));
    const shown = preview(call.live === undefined ? text : footers(text), limits);
    return shown.filter((line) => line !== "").map(styles.dim);
  }
}

/** The output itself was shown live; what follows it in brackets was not. */
function footers(text: string): string {
  const lines = text.split("\n");
  const first = lines.findLastIndex((line) => !/^\[.*\]$/.test(line));
  return lines.slice(first + 1).join("\n");
}
