import type { EventData, JournalEvent } from "@toolwright/core";
import type { EventOf } from "@toolwright/core/types";
import type { Screen } from "../terminal/screen.ts";
import { printable } from "../text/printable.ts";
import { CallView } from "./call-view.ts";
import { outputText } from "./result-text.ts";
import { summaryLine } from "./summary-line.ts";

type Block = "none" | "text" | "reasoning" | "calls";

/** Shows the events of a run to a person as they happen. */
export class RunView {
  readonly #screen: Screen;
  readonly #calls: CallView;
  #block: Block = "none";
  #streamed = false;
  #started = performance.now();

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#calls = new CallView(screen);
  }

  readonly show = (event: JournalEvent): void => {
    const { type, data } = event;
    if (type === "run_start") this.#begin();
    else if (type === "step_start") this.#step();
    else if (type === "text_delta") this.#text(data.delta);
    else if (type === "reasoning_delta") this.#reasoning(data.delta);
    else if (type === "assistant_message") this.#wholeText(data);
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
    this.#screen.write(printable(delta));
  }

  #reasoning(delta: string): void {
    this.#enter("reasoning");
    this.#screen.write(this.#screen.styles.dim(printable(delta)));
  }

  /** Not every model streams. */
  #wholeText({ message }: EventData["assistant_message"]): void {
    if (!this.#streamed && message.content !== "") this.#text(message.content);
  }

  #note(message: string): void {
    this.#enter("calls");
    this.#screen.line(this.#screen.styles.yellow(`! ${printable(message)}`));
  }

  #call(event: JournalEvent): void {
    if (event.type === "tool_call_start") {
      this.#enter("calls");
      this.#calls.start(event);
    } else if (event.type === "approval_request") {
      this.#calls.ask(event);
    } else if (event.type === "tool_output_chunk") {
      this.#calls.chunk(event);
    } else if (event.type === "tool_call_end") {
      this.#end(event);
    } else if (event.type === "async_result") {
      this.#calls.late(event);
      this.#note(`${event.data.toolName} came back later: ${outputText(event.data.result.output)}`);
    }
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
