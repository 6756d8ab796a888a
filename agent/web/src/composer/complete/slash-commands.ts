import { modeWords } from "@toolwright/view/internal";
import type { Services } from "../../base/services.ts";
import { saveThread } from "../../threads/save-thread.ts";
import { slashTexts } from "../../words/slash.ts";
import { compactThread, contextIn } from "../compact-thread.ts";

/** A command that is written in the place of a message. */
export interface SlashCommand {
  readonly name: string;
  readonly about: string;
  /** What may be written behind it. */
  readonly choices?: readonly string[];
  /** What such a choice is called where people pick it. */
  readonly words?: (choice: string) => string;
  readonly run: (services: Services, words: string) => void | Promise<void>;
}

/** The commands that work here and now. */
export function slashCommands(services: Services): readonly SlashCommand[] {
  const { info, thread } = services;
  const { threadId } = thread.state();
  const isBegun = threadId !== undefined;
  return [
    { name: "new", about: slashTexts.new, run: () => void (location.hash = "") },
    ...(isBegun ? [EXPORT, RENAME, ARCHIVE] : []),
    ...(contextIn(thread.state(), "tokens") === undefined ? [] : [COMPACT]),
    ...(isBegun && info.undo ? [UNDO] : []),
    ...choosable(services)
      .filter(({ choices }) => choices.length > 1)
      .map(choosing),
    { name: "settings", about: slashTexts.settings, run: ({ panels }) => panels.open("settings") },
    { name: "help", about: slashTexts.help, run: ({ panels }) => panels.open("shortcuts") },
  ];
}

/** The command that a text is, and what stands behind it; undefined for a message. */
export function commandIn(text: string, commands: readonly SlashCommand[]) {
  const [, name, words = ""] = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  const command = commands.find((known) => known.name === name);
  return command === undefined ? undefined : { command, words: words.trim() };
}

const COMPACT: SlashCommand = {
  name: "compact",
  get about() {
    return slashTexts.compact;
  },
  run: (services, words) => compactThread(services, words),
};

const EXPORT: SlashCommand = {
  name: "export",
  get about() {
    return slashTexts.export;
  },
  choices: ["markdown", "html", "json"],
  async run({ api, thread, threads }, words) {
    const { threadId } = thread.state();
    if (threadId === undefined) return;
    const shown = threads.find(threadId) ?? { id: threadId, title: "" };
    thread.tell(await saveThread(api, shown, words === "json" || words === "html" ? words : "markdown"));
  },
};

const RENAME: SlashCommand = {
  name: "rename",
  get about() {
    return slashTexts.rename;
  },
  async run({ thread, threads }, words) {
    const { threadId } = thread.state();
    if (threadId !== undefined && words !== "") await threads.alter(threadId, { title: words.slice(0, 200) });
    else thread.tell(slashTexts.titleMissing);
  },
};

const ARCHIVE: SlashCommand = {
  name: "archive",
  get about() {
    return slashTexts.archive;
  },
  async run({ thread, threads }) {
    const { threadId } = thread.state();
    if (threadId !== undefined) await threads.alter(threadId, { archived: true });
  },
};

const UNDO: SlashCommand = {
  name: "undo",
  get about() {
    return slashTexts.undo;
  },
  async run({ thread, undo }) {
    const last = [...undo.state().turns.values()].find(({ isUndone }) => !isUndone);
    if (last === undefined) return thread.tell(slashTexts.nothingToUndo);
    await undo.reverse("undo", { runId: last.runId });
  },
};

/** Something that is one of a list. */
interface Choosable {
  readonly name: string;
  readonly about: string;
  readonly choices: readonly string[];
  readonly words?: (choice: string) => string;
  readonly pick: (chosen: string) => void;
}

const USUAL = "usual";

function choosable({ info, choice }: Services): readonly Choosable[] {
  const pickEffort = (name: string) => choice.pickEffort(name === USUAL ? undefined : name);
  return [
    { name: "model", about: slashTexts.model, choices: info.models, pick: (name) => choice.pickModel(name) },
    {
      name: "effort",
      about: slashTexts.effort,
      choices: [USUAL, ...choice.efforts()],
      pick: pickEffort,
    },
    {
      name: "mode",
      about: slashTexts.mode,
      choices: info.modes,
      words: (mode) => modeWords(mode).name,
      pick: (name) => choice.pickMode(name),
    },
  ];
}

function choosing({ pick, ...command }: Choosable): SlashCommand {
  const { name, choices } = command;
  return {
    ...command,
    run({ thread }, words) {
      const chosen = fitting(choices, words);
      if (chosen === undefined) thread.tell(slashTexts.takesOneOf(name, choices.join(", ")));
      else pick(chosen);
    },
  };
}

/** The one that is named, or the only one that begins so. */
function fitting(names: readonly string[], words: string): string | undefined {
  if (names.includes(words)) return words;
  const begun = words === "" ? [] : names.filter((name) => name.startsWith(words));
  return begun.length === 1 ? begun[0] : undefined;
}
