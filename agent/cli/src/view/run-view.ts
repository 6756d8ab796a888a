import type { EventData, EventOf, JournalEvent } from "@toolwright/core";
import { contentText } from "@toolwright/core/internal";
import { durationText, readingText, shortNumber } from "@toolwright/view/internal";
import type { Screen } from "../terminal/screen.ts";
import { printable } from "../text/printable.ts";
import { CallView, type CallViewOptions } from "./call-view.ts";
import { outputText } from "./result-text.ts";
import { saidLines } from "./said-lines.ts";
import { summaryLine } from "./summary-line.ts";

type Block = "none" | "text" | "reasoning" | "calls";

export interface RunViewOptions extends CallViewOptions {
  /** A message as the person wrote it. Default: as it is. */
  readonly asWritten?: ((message: string) => string) | undefined;
}

/** Shows the events of a run to a person as they happen. */
export class RunView {
  readonly #screen: Screen;
  readonly #calls: CallView;
  readonly #asWritten: (message: string) => string;
  #block: Block = "none";
  #streamed = false;
  #started = performance.now();

  constructor(screen: Screen, { asWritten = (message) => message, ...options }: RunViewOptions = {}) {
    this.#screen = screen;
    this.#asWritten = asWritten;
    this.#calls = new CallView(screen, options);
  }

  readonly show = (event: JournalEvent): void => {
    const { type, data } = event;
    if (type === "run_start") this.#begin();
    else if (type === "step_start") this.#step();
    else if (type === "text_delta") this.#text(data.delta);
    else if (type === "reasoning_delta") this.#reasoning(data.delta);
    else if (type === "assistant_message") this.#wholeText(data);
    else if (type === "steered") this.#said(contentText(data.message.content));
    else if (type === "compacted") this.#compacted(data);
    else if (type === "model_reading") this.#screen.status(`${readingText(data)}…`);
    else if (type === "model_retrying") this.#note(`asked again in ${durationText(data.delayMs)}: ${data.message}`);
    else if (type === "warning") this.#note(data.message);
    else if (type === "done") this.#done(data);
    else this.#call(event);
  };

  #begin(): void {
    this.#started = performance.now();
    this.#calls.begin();
  }

  #step(): void {
    this.#streamed = false;
    this.#screen.startLine();
    this.#screen.status("The model is reading…");
  }

  #text(delta: string): void {
    this.#enter("text");
    this.#streamed = true;
    this.#screen.say("text", delta);
  }

  #reasoning(delta: string): void {
    this.#enter("reasoning");
    this.#screen.say("reasoning", delta);
  }

  /** Not every model streams. */
  #wholeText({ message }: EventData["assistant_message"]): void {
    if (!this.#streamed && message.content !== "") this.#text(message.content);
  }

  /** What the person said meanwhile has joined the run. */
  #said(content: string): void {
    this.#enter("none");
    for (const line of saidLines(this.#asWritten(content), this.#screen.styles)) this.#screen.line(line);
  }

  #compacted({ tokensBefore, tokensAfter }: EventData["compacted"]): void {
    this.#enter("calls");
    const sizes = `${shortNumber(tokensBefore)} → ${shortNumber(tokensAfter)} tokens`;
    this.#screen.line(this.#screen.styles.dim(`what was said before is a summary now: ${sizes}`));
  }

  #note(message: string): void {
    this.#enter("calls");
    this.#screen.words(this.#screen.styles.yellow(`! ${printable(message)}`));
  }

  #call(event: JournalEvent): void {
    if (event.type === "tool_call_start") {
      this.#enter("calls");
      this.#calls.start(event);
    } else if (event.type === "approval_request") {
      this.#calls.ask(event);
    } else if (event.type === "approval_decision") {
      this.#calls.decide(event);
    } else if (event.type === "tool_output_chunk") {
      this.#calls.chunk(event);
    } else if (event.type === "tool_call_end") {
      this.#end(event);
    } else if (event.type === "async_result") {
      this.#late(event);
    }
  }

  #late(event: EventOf<"async_result">): void {
    const { toolName, result } = event.data;
    const report = this.#calls.late(event);
    this.#note(`${toolName} came back later${report === undefined ? `: ${outputText(result.output)}` : ""}`);
    for (const line of report ?? []) this.#screen.line(line);
  }

  /** The message of a tool that ends the run is the answer, so it is shown as one. */
  #end(event: EventOf<"tool_call_end">): void {
    this.#calls.end(event);
    if (event.data.result.endsRun === true) this.#text(outputText(event.data.result.output));
  }

  #done(done: EventData["done"]): void {
    const { styles } = this.#screen;
    this.#enter("none");
    const line = summaryLine(done, performance.now() - this.#started);
    const fine = done.stopReason === "stop" || done.stopReason === "done";
    this.#screen.line(fine ? styles.dim(line) : styles.red(line));
  }

  /** A blank line between what the model says, what tools do, and the end. */
  #enter(block: Block): void {
    if (this.#block === block && block !== "none") return;
    this.#calls.leave();
    this.#screen.startLine();
    this.#screen.line();
    this.#block = block;
  }
}
