import type { ServerInfo } from "@toolwright/view";
import { Watchable } from "../thread/watchable.ts";

/** What the next message is sent with. */
export interface Choice {
  /** Undefined: the server's default. */
  readonly model: string | undefined;
  /** How hard that model thinks. Undefined: as its provider has it. */
  readonly effort: string | undefined;
  /** How much may be done unasked. Undefined: as usual. */
  readonly mode: string | undefined;
  /** Undefined: all. */
  readonly tools: readonly string[] | undefined;
}

interface SentChoice {
  readonly model: string | null;
  readonly effort: string | null;
  readonly mode: string | null;
  readonly activeTools: readonly string[] | null;
}

const KEY = "toolwright.choice";

/**
 * The model, its effort, the mode and the tools that were picked, kept in this browser. What the server does not have
 * any more is left out.
 */
export class ChoiceStore extends Watchable<Choice> {
  readonly #info: ServerInfo;
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;

  /** Without a storage a choice lasts as long as the page. */
  constructor(info: ServerInfo, storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    super(fitting(read(storage), info));
    this.#info = info;
    this.#storage = storage;
  }

  pickModel(model: string): void {
    this.change({ model });
  }

  /** Undefined picks what is usual. */
  pickEffort(effort: string | undefined): void {
    this.change({ effort });
  }

  /** What the picked model can be told, the least first. */
  efforts(): readonly string[] {
    return effortsOf(this.#info, this.state().model);
  }

  pickMode(mode: string): void {
    this.change({ mode });
  }

  /** Undefined picks all. */
  pickTools(tools: readonly string[] | undefined): void {
    this.change({ tools });
  }

  toggleTool(name: string): void {
    const all = this.#info.tools.map((tool) => tool.name);
    const picked = new Set(this.state().tools ?? all);
    if (!picked.delete(name)) picked.add(name);
    this.change({ tools: all.filter((tool) => picked.has(tool)) });
  }

  /** As a message names it: null for what is usual. */
  sent(): SentChoice {
    const { model = null, effort = null, mode = null, tools = null } = this.state();
    return { model, effort, mode, activeTools: tools };
  }

  protected override change(change: Partial<Choice>): void {
    const choice = fitting({ ...this.state(), ...change }, this.#info);
    write(this.#storage, choice);
    this.set(choice);
  }
}

function fitting({ model: named, effort, mode, tools }: Choice, info: ServerInfo): Choice {
  const { models, modes } = info;
  const model = named !== info.model && models.includes(named ?? "") ? named : undefined;
  const known = info.tools.map(({ name }) => name);
  const picked = tools?.filter((name) => known.includes(name));
  return {
    model,
    effort: effortsOf(info, model).find((one) => one === effort),
    mode: mode !== modes[0] && modes.includes(mode ?? "") ? mode : undefined,
    tools: picked?.length === known.length ? undefined : picked,
  };
}

function effortsOf({ efforts = {}, model: usual }: ServerInfo, model = usual): readonly string[] {
  return Object.hasOwn(efforts, model) ? (efforts[model] ?? []) : [];
}

function read(storage: Pick<Storage, "getItem"> | undefined): Choice {
  try {
    const { model, effort, mode, tools } = Object(JSON.parse(storage?.getItem(KEY) ?? "{}"));
    return {
      model: typeof model === "string" ? model : undefined,
      effort: typeof effort === "string" ? effort : undefined,
      mode: typeof mode === "string" ? mode : undefined,
      tools: Array.isArray(tools) ? tools.filter((name): name is string => typeof name === "string") : undefined,
    };
  } catch {
    return { model: undefined, effort: undefined, mode: undefined, tools: undefined };
  }
}

function write(storage: Pick<Storage, "setItem"> | undefined, choice: Choice): void {
  try {
    storage?.setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that stores nothing: the choice lasts as long as the page.
  }
}
