import { modeWords } from "@toolwright/view/internal";
import type { Services } from "../base/services.ts";
import { theSide } from "../side/side-store.ts";
import { saveThread, type ThreadFormat } from "../threads/save-thread.ts";
import { titleOf } from "../threads/title-of.ts";
import { paletteTexts } from "../words/palette.ts";

/** Something that can be done from wherever one is. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** What kind of thing it is, said beside its name. */
  readonly kind: "action" | "thread" | "model" | "effort" | "mode";
  /** Keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
}

/** All that can be done now, actions first, then threads, models, efforts and modes. */
export function commandsFor(services: Services): readonly Command[] {
  return [...actions(services), ...threadCommands(services), ...choices(services)];
}

function actions(services: Services): readonly Command[] {
  const { thread, threads, panels } = services;
  const { threadId, isRunning } = thread.state();
  const action = (id: string, name: string, run: () => void, keys?: string): Command => {
    return { id, name, kind: "action", run, ...(keys !== undefined && { keys }) };
  };
  const shown = threads.find(threadId);
  const save = (format: ThreadFormat) => () => {
    if (shown !== undefined) void saveThread(services.api, shown, format).then((problem) => thread.tell(problem));
  };
  return [
    action("new", paletteTexts.new, () => (location.hash = ""), "Alt+N"),
    ...(isRunning ? [action("stop", paletteTexts.stop, () => void thread.stop(), "Esc")] : []),
    action("search", paletteTexts.search, focusSearch, "/"),
    action(
      "changes",
      paletteTexts.changes,
      beside(() => theSide.openChanges()),
    ),
    action(
      "timeline",
      paletteTexts.timeline,
      beside(() => theSide.open("timeline")),
    ),
    ...(shown === undefined ? [] : [action("steps", paletteTexts.steps, () => void services.past.open())]),
    action(
      "jobs",
      paletteTexts.jobs,
      beside(() => theSide.open("jobs")),
    ),
    action(
      "plan",
      paletteTexts.plan,
      beside(() => theSide.open("plan")),
    ),
    ...(shown === undefined
      ? []
      : [
          action(
            "pin",
            shown.pinned ? paletteTexts.unpin : paletteTexts.pin,
            () => void threads.alter(shown.id, { pinned: shown.pinned !== true }),
          ),
          action(
            "archive",
            shown.archived ? paletteTexts.unarchive : paletteTexts.archive,
            () => void threads.alter(shown.id, { archived: shown.archived !== true }),
          ),
          action("markdown", paletteTexts.exportMarkdown, save("markdown")),
          action("html", paletteTexts.exportHtml, save("html")),
          action("json", paletteTexts.exportJson, save("json")),
        ]),
    action("settings", paletteTexts.settings, () => panels.open("settings")),
    action("shortcuts", paletteTexts.shortcuts, () => panels.open("shortcuts"), "?"),
  ];
}

function threadCommands({ threads, search }: Services): readonly Command[] {
  const found = search.state().found ?? [];
  const known = new Map([...threads.state().threads, ...found].map((thread) => [thread.id, thread]));
  return [...known.values()].map((thread) => {
    return {
      id: `thread ${thread.id}`,
      name: titleOf(thread),
      kind: "thread",
      run: () => (location.hash = encodeURIComponent(thread.id)),
    };
  });
}

function choices({ info, choice }: Services): readonly Command[] {
  const models = info.models.length < 2 ? [] : info.models;
  const modes = info.modes.length < 2 ? [] : info.modes;
  return [
    ...models.map((name): Command => ({ id: `model ${name}`, name, kind: "model", run: () => choice.pickModel(name) })),
    ...choice.efforts().map((name): Command => {
      return { id: `effort ${name}`, name, kind: "effort", run: () => choice.pickEffort(name) };
    }),
    ...modes.map((name): Command => {
      return { id: `mode ${name}`, name: modeWords(name).name, kind: "mode", run: () => choice.pickMode(name) };
    }),
  ];
}

/** Once the focus is back where it was before the palette: the pane remembers that place. */
function beside(open: () => void): () => void {
  return () => void requestAnimationFrame(open);
}

/** The field may stand in a drawer that is closed. */
export function focusSearch(): void {
  const field = document.querySelector<HTMLElement>(".thread-search");
  if (field?.checkVisibility({ visibilityProperty: true }) === false)
    document.querySelector<HTMLElement>(".list-button")?.click();
  requestAnimationFrame(() => field?.focus());
}
