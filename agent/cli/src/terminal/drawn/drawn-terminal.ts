import { type Component, matchesKey, ProcessTerminal, Spacer } from "@earendil-works/pi-tui";
import type { Environment } from "../../model/environment.ts";
import { printable } from "../../text/printable.ts";
import { RunStatus } from "../../view/run-status.ts";
import { editInEditor } from "../edit-in-editor.ts";
import { endOfFrame } from "../framed.ts";
import { suspend } from "../suspend.ts";
import type { Answer, Question, Terminal } from "../terminal.ts";
import { Composer } from "./composer.ts";
import { DrawnScreen } from "./drawn-screen.ts";
import { dots, Entry } from "./entry.ts";
import { LiveRegion } from "./live-region.ts";
import { Menu } from "./menu.ts";
import { Spinner } from "./spinner.ts";
import { StatusLine } from "./status-line.ts";

/** Who types goes on typing: a key that follows another so soon is not meant for a question that has just come up. */
const TYPING_MS = 700;

/** What an editor may have left behind: another screen, mouse reports, colours, a hidden cursor. */
const AS_USUAL = "\u001b[?1047l\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l\u001b[0m\u001b[?25h";

/** A terminal whose last rows are drawn: what is being said, what goes on, where to write, and the status. */
export class DrawnTerminal implements Terminal {
  readonly screen: DrawnScreen;
  readonly composer: Composer;
  readonly status = new RunStatus();
  readonly line: StatusLine;
  readonly #region = new LiveRegion(new ProcessTerminal());
  readonly #spinner: Spinner;
  #panel: (Component & { readonly answer: (answer: Answer) => void }) | undefined;
  readonly #environment: Environment;
  #turn: Promise<unknown> = Promise.resolve();
  #onInterrupt: (() => void) | undefined;
  #typedAt = Number.NEGATIVE_INFINITY;
  #wantsToLeave = false;
  #stoppedBy: "escape" | "ctrl+c" | undefined;
  /** Keys of the conversation; true for one that was dealt with. */
  onKey: (data: string) => boolean = () => false;

  constructor(environment: Environment) {
    const region = this.#region;
    this.#environment = environment;
    this.screen = new DrawnScreen(region, environment);
    const { styles } = this.screen;
    this.composer = new Composer(region, styles);
    this.line = new StatusLine(this.status, styles);
    this.#spinner = new Spinner(this.status, styles, () => region.requestRender());
    this.#arrange(this.composer);
    region.addInputListener((data) => (this.#hear(data) ? { consume: true } : undefined));
    region.start();
    process.on("exit", this.close);
  }

  /** The key that stopped what went on last; undefined where it came to its end. */
  get stoppedBy(): "escape" | "ctrl+c" | undefined {
    return this.#stoppedBy;
  }

  putBack(text: string): void {
    this.composer.putBack(text);
  }

  redraw(): void {
    this.#region.requestRender();
  }

  /** Gives the terminal back as it was. */
  readonly close = (): void => {
    process.off("exit", this.close);
    this.#spinner.stop();
    this.composer.close();
    this.screen.startLine();
    this.#region.stop();
  };

  watchKeys(onInterrupt: () => void): () => void {
    this.#onInterrupt = onInterrupt;
    this.#stoppedBy = undefined;
    return () => {
      this.#onInterrupt = undefined;
      this.redraw();
    };
  }

  ask(question: Question): Promise<Answer> {
    const turn = this.#turn.then(() => this.#askNow(question));
    this.#turn = turn;
    return turn;
  }

  /** Shows something in the place of the composer until it has an answer. */
  async show(make: (answer: (answer: Answer) => void) => Component, signal?: AbortSignal): Promise<Answer> {
    let shown: Component | undefined;
    const answer = await new Promise<Answer>((resolve) => {
      if (signal?.aborted) return resolve({ kind: "ended" });
      signal?.addEventListener("abort", () => resolve({ kind: "ended" }), { once: true });
      const panel = Object.assign(make(resolve), { answer: resolve });
      this.#panel?.answer({ kind: "ended" });
      this.#panel = panel;
      this.#arrange(panel);
      shown = panel;
    });
    if (this.#panel !== shown) return answer;
    this.#panel = undefined;
    this.#arrange(this.composer);
    return answer;
  }

  async #askNow(question: Question): Promise<Answer> {
    const { prompt, choices, isFiltered = false, typed = "", signal, goesBack = false } = question;
    const { isFramed = false, isSecret = false, leaving = goesBack ? "Esc goes back" : "Esc stops the run" } = question;
    const { styles } = this.screen;
    this.screen.startLine();
    this.screen.hold();
    const answer = await this.show((settle) => {
      const done = (text: string) => settle({ kind: "line", text });
      const back = goesBack ? () => settle({ kind: "back" }) : undefined;
      if (choices !== undefined) return new Menu({ choices, styles, leaving, isFiltered, choose: done, back });
      const leave = () => settle({ kind: "ended" });
      return new Entry(this.#region, { label: prompt, typed, isSecret, styles, done, leave, back });
    }, signal);
    const said =
      answer.kind === "line" ? (choices?.find(({ word }) => word === answer.text)?.label ?? answer.text) : answer.kind;
    const shown = isSecret && answer.kind === "line" ? dots(said) : printable(said);
    const line = `    ${choices === undefined ? prompt.trim() : "›"} ${shown}`;
    this.screen.release(styles.dim(isFramed ? endOfFrame(line) : line));
    return answer;
  }

  #arrange(input: Component): void {
    const region = this.#region;
    region.clear();
    for (const part of [this.screen, this.#spinner, new Spacer(1), input, this.line]) region.addChild(part);
    region.setFocus(input);
    region.requestRender();
  }

  /** True for a key that was dealt with. */
  #hear(data: string): boolean {
    const isInterrupt = matchesKey(data, "ctrl+c");
    if (!isInterrupt) this.#wantsToLeave = false;
    if (isInterrupt || (matchesKey(data, "escape") && !this.composer.editor.isShowingAutocomplete()))
      return this.#interrupt(isInterrupt);
    if (matchesKey(data, "ctrl+g")) return this.#openEditor();
    if (matchesKey(data, "ctrl+z")) return this.#suspend();
    if (this.#panel !== undefined) return this.#keepTyping(data);
    // What was sent is finished; what comes next is another thought.
    this.#typedAt = matchesKey(data, "enter") ? Number.NEGATIVE_INFINITY : performance.now();
    if (matchesKey(data, "ctrl+d") && this.composer.isEmpty) {
      this.composer.close();
      return true;
    }
    if (!this.onKey(data)) return false;
    this.#typedAt = Number.NEGATIVE_INFINITY;
    return true;
  }

  /** What is being written, in the person's own editor. */
  #openEditor(): boolean {
    const written = this.#panel ?? this.composer;
    const isOpen = written instanceof Composer || (written instanceof Entry && !written.isSecret);
    if (isOpen) void this.#edit(written);
    return true;
  }

  async #edit(written: Entry | Composer): Promise<void> {
    this.#region.stop();
    const edited = await editInEditor(written.text, this.#environment);
    process.stdout.write(AS_USUAL);
    this.#region.start();
    this.#region.requestRender(true);
    if (edited.ok) written.text = edited.text;
    else this.screen.note(this.screen.styles.yellow(printable(edited.why)));
  }

  #suspend(): boolean {
    this.#region.stop();
    suspend(() => {
      this.#region.start();
      this.#region.requestRender(true);
    });
    return true;
  }

  #keepTyping(data: string): boolean {
    if (performance.now() - this.#typedAt > TYPING_MS) return false;
    this.#typedAt = performance.now();
    this.composer.handleInput(data);
    return true;
  }

  #interrupt(isCtrlC: boolean): boolean {
    const panel = this.#panel;
    if (!isCtrlC && (panel instanceof Entry || panel instanceof Menu) && panel.goBack()) return true;
    if (isCtrlC && this.#onInterrupt !== undefined && this.#stoppedBy === "ctrl+c") this.#leaveAtOnce();
    if (this.#onInterrupt !== undefined) this.#stoppedBy = isCtrlC ? "ctrl+c" : "escape";
    if (this.#panel !== undefined) this.#panel.answer({ kind: "interrupted" });
    else if (this.#onInterrupt !== undefined) this.#onInterrupt();
    else if (!isCtrlC) return false;
    else if (!this.composer.isEmpty) this.composer.editor.setText("");
    else this.#leaveOrSayHow();
    this.redraw();
    return true;
  }

  /** What does not stop when it is told to: the conversation is settled when somebody goes on with it. */
  #leaveAtOnce(): void {
    this.close();
    process.exit(130);
  }

  #leaveOrSayHow(): void {
    if (this.#wantsToLeave) this.composer.close();
    else this.screen.note(this.screen.styles.dim("Ctrl-C again, or Ctrl-D, leaves."));
    this.#wantsToLeave = true;
  }
}
