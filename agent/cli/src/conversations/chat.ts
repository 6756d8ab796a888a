import { createScrubber, type EventData, type Part } from "@toolwright/core";
import type { McpOffers } from "@toolwright/mcp";
import type { ChatFlags } from "../flags.ts";
import { maskedOffers } from "../mcp/masked-offers.ts";
import { placeWords } from "../setup/place-words.ts";
import type { Foundation } from "../setup/prepare.ts";
import { chooseThread } from "../terminal/choose-thread.ts";
import type { DrawnTerminal } from "../terminal/drawn/drawn-terminal.ts";
import type { Screen } from "../terminal/screen.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printable } from "../text/printable.ts";
import { showLastWords } from "../view/last-words.ts";
import { NOTHING_CHANGED } from "../view/nothing-changed.ts";
import { REAL_MODEL_HINT } from "../view/real-model-hint.ts";
import { RunStatus } from "../view/run-status.ts";
import { AfterRun } from "./after-run.ts";
import type { ChosenForChat } from "./chosen-model.ts";
import type { ConversationUndo } from "./conversation-undo.ts";
import { withImages } from "./images-in.ts";
import type { KeptConversation } from "./kept-conversation.ts";
import { type OpenInChat, openInChat } from "./open-in-chat.ts";
import { openKept, type WantedConversation } from "./open-kept.ts";
import { type RanCommand, runOwnCommand, toldOf } from "./own-command.ts";
import { resourcesIn, type WithResources } from "./resources-in.ts";
import type { WrittenCommand } from "./written-commands.ts";

const NO_RESOURCES: WithResources = { parts: [], notes: [] };

/** Outputs that go with one message. */
const MOST_ALONG = 5;

export interface ChatOptions {
  readonly flags: ChatFlags;
  readonly foundation: Foundation;
  readonly model: ChosenForChat;
  readonly terminal: Terminal;
  /** The same, where it is drawn. */
  readonly drawn: DrawnTerminal | undefined;
  /** Commands that are files of the person or of the folder. */
  readonly written: readonly WrittenCommand[];
  /** Somebody can be asked. */
  readonly isPerson: boolean;
  /** Ends everything. */
  readonly signal: AbortSignal;
}

/** What is talked with: a folder, a model, and one conversation after the other. */
export class Chat {
  readonly options: ChatOptions;
  readonly status: RunStatus;
  #now: OpenInChat | undefined;
  #sandbox: string | undefined;
  #along: readonly RanCommand[] = [];
  #hasToldTools = false;
  readonly #after: AfterRun;

  constructor(options: ChatOptions) {
    this.options = options;
    this.status = options.drawn?.status ?? new RunStatus();
    this.#after = new AfterRun(options.foundation.hooks, options.isPerson ? this.#onStatus : undefined);
  }

  get screen(): Screen {
    return this.options.terminal.screen;
  }

  get undo(): ConversationUndo {
    return this.#current.undo;
  }

  get kept(): KeptConversation | undefined {
    return this.#current.kept;
  }

  /** Something was said in the conversation that is open, here or earlier. */
  get hasSpoken(): boolean {
    const { conversing, kept } = this.#current;
    return conversing.hasSpoken || kept?.history !== undefined;
  }

  /** Opens a conversation in place of the one before. Throws a `UsageError` where the wanted one is not there. */
  async begin(wanted: WantedConversation): Promise<void> {
    const { foundation, terminal, isPerson } = this.options;
    const choose = isPerson ? chooseThread(terminal) : undefined;
    const kept = await openKept(foundation, { ...wanted, choose });
    const before = this.#now;
    const { toolsNote, ...now } = openInChat({ ...this.options, kept, status: this.status, onDone: this.#onDone });
    this.#now = now;
    this.status.turnTo(kept?.contextTokens);
    await before?.undo.opened.end();
    await before?.kept?.close();
    this.refresh();
    if (before === undefined) await this.#introduce(toolsNote);
    else if (toolsNote !== undefined && !this.#hasToldTools) this.#dim(toolsNote);
    this.#hasToldTools ||= toolsNote !== undefined;
    if (kept?.history !== undefined && this.screen.isDrawn) showLastWords(kept, this.screen);
    if (isPerson && kept !== undefined) await this.#giveBack(kept);
    if (kept?.isInterrupted === true) await now.conversing.finish();
  }

  readonly #onDone = ({ stopReason, changed }: EventData["done"]) => {
    this.#after.stopReason = stopReason;
    if (changed === false) this.screen.line(this.screen.styles.yellow(NOTHING_CHANGED));
  };

  /** What was said to an earlier run that ended without it stands where the person writes. */
  async #giveBack(kept: KeptConversation): Promise<void> {
    const { terminal } = this.options;
    const unheard = await kept.takeUnheard();
    if (unheard.length === 0) return;
    terminal.putBack(unheard.join("\n"));
    this.#dim("What no run has heard stands where you write, to be said again.");
  }

  /** Runs one message to its end, with the images it names and what was run for it. Never rejects. */
  async say(message: string): Promise<void> {
    await this.#say(await this.#read(message));
  }

  /** Off the way of whoever types on: the line of the status shows it when it is there. */
  async #name(): Promise<void> {
    const { isPerson, model } = this.options;
    const { kept, undo } = this.#current;
    const last = undo.opened.history.at(-1);
    if (!isPerson || !model.givesTitles || kept === undefined || last?.role !== "assistant") return;
    this.status.use(await kept.nameByModel(model.model, last.content));
    this.refresh();
  }

  /** Says these very parts, whose words name nothing that is read: they may be a stranger's. Never rejects. */
  async sayParts(parts: readonly Part[]): Promise<void> {
    await this.#say(parts);
  }

  async #say(content: string | readonly Part[]): Promise<void> {
    const along = this.#along.map(toldOf);
    this.#goesAlong([]);
    await this.#current.conversing.say(content, along);
    this.refresh();
    const after = this.#after.end({ threadId: this.kept?.conversation.chatId, about: this.#about });
    // Where it is drawn a person writes on meanwhile; else one line comes after the other, and a pipe may end.
    if (this.options.drawn === undefined) await after;
    void this.#name();
  }

  /** What MCP servers offer to the person; undefined where there is none. */
  get offers(): McpOffers | undefined {
    const { mcp, agent } = this.options.foundation;
    return mcp && maskedOffers(mcp.offers, agent.secrets);
  }

  /** Says something to the run under way, and whether it was heard; undefined where there is no run any more. */
  async steer(message: string): Promise<boolean | undefined> {
    return this.#current.conversing.steer(await this.#read(message))?.sent;
  }

  /** Puts a summary by the model in the place of what was said. Says why where it could not. */
  async compact(instructions: string): Promise<string | undefined> {
    return this.#current.conversing.compact(instructions);
  }

  get isRunning(): boolean {
    return this.#now?.conversing.isRunning === true;
  }

  /**
   * Runs a shell line of the person's own, and offers what it said to the model with the next message; an empty one
   * takes that back.
   */
  async runOwn(line: string): Promise<void> {
    if (line === "") return this.#goesAlong([]);
    const { terminal, foundation } = this.options;
    const { workspace, secrets } = foundation.agent;
    const ran = await runOwnCommand(line, workspace.root, terminal);
    const output = createScrubber(secrets).text(ran.output);
    this.#goesAlong([...this.#along, { ...ran, output }].slice(-MOST_ALONG));
  }

  #goesAlong(ran: readonly RanCommand[]): void {
    const { drawn } = this.options;
    this.#along = ran;
    if (drawn === undefined) return;
    const words = (line: string) => `goes with your next message: what \`${line}\` said (! alone takes it back)`;
    drawn.composer.along = ran.map(({ line }) => words(line));
    drawn.redraw();
  }

  async #read(message: string): Promise<string | readonly Part[]> {
    const { foundation, isPerson } = this.options;
    const { content, notes } = await withImages(message, foundation.agent.workspace.root);
    const { offers } = this;
    const servers = foundation.mcp?.servers ?? [];
    // A pipe may bring anybody's words, and nobody is asked whether a resource is read.
    const named = offers && isPerson ? await resourcesIn(message, { offers, servers }) : NO_RESOURCES;
    for (const note of [...named.notes, ...notes]) this.#dim(printable(note));
    if (named.parts.length === 0) return content;
    return [...named.parts, ...(typeof content === "string" ? [{ type: "text" as const, text: content }] : content)];
  }

  /** Has the program of the status line say what it says now. */
  async showStatus(): Promise<void> {
    await this.#after.showStatus(this.#about);
  }

  /** Under the prompt, or in a line of its own where nothing is drawn. */
  readonly #onStatus = (said: string | undefined) => {
    if (this.options.drawn === undefined && said !== undefined) this.#dim(said);
    this.refresh();
  };

  get #about(): object {
    const { foundation, model } = this.options;
    const { mode } = foundation.permissions;
    return { model: model.spec, mode, title: this.#now?.kept?.title, usage: this.status.usage };
  }

  /** Finds out what holds commands. */
  async findSandbox(): Promise<void> {
    const sandbox = await this.options.foundation.agent.sandbox();
    const { mode = "off", network = false, gitWrites = false } = sandbox?.policy ?? {};
    this.#sandbox = `${mode}${network ? "+network" : ""}${gitWrites ? "+git" : ""}`;
    this.refresh();
  }

  /** Tells the status line what is known. */
  refresh(): void {
    const { drawn, model, foundation } = this.options;
    if (drawn === undefined) return;
    drawn.line.facts = {
      model: model.effort === undefined ? model.spec : `${model.spec} ${model.effort}`,
      contextWindow: model.model.contextWindow,
      mode: foundation.permissions.mode,
      ...(this.#sandbox && { sandbox: this.#sandbox }),
      title: this.#now?.kept?.title,
      own: this.#after.status,
    };
    drawn.redraw();
  }

  sayGoodbye(): void {
    const { isPerson } = this.options;
    const { conversing, kept } = this.#current;
    if (!isPerson || !conversing.hasSpoken || kept === undefined) return;
    const id = kept.conversation.chatId.slice(0, 8);
    this.#dim(`To go on with this: toolwright chat --resume ${id}`);
  }

  async #introduce(toolsNote: string | undefined): Promise<void> {
    const { model, foundation, isPerson } = this.options;
    const { instructionFile, workspace } = foundation.agent;
    if (isPerson) this.#dim(await placeWords(workspace.root));
    const told = instructionFile && `${instructionFile} read`;
    const facts = [model.spec, toolsNote, told, isPerson ? "/help says what you can do here" : undefined];
    this.#dim(`model: ${facts.filter((fact) => fact !== undefined).join(" · ")}`);
    if (model.isOffline) this.#dim(REAL_MODEL_HINT);
  }

  #dim(text: string): void {
    this.screen.words(this.screen.styles.dim(text));
  }

  get #current(): OpenInChat {
    if (this.#now === undefined) throw new Error("No conversation was begun.");
    return this.#now;
  }
}
