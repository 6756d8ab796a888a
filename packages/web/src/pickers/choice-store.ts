import type { ServerInfo } from "@toolwright/view";

/** What the next message is sent with. */
export interface Choice {
  /** Undefined: the server's default. */
  readonly model: string | undefined;
  /** Undefined: all. */
  readonly tools: readonly string[] | undefined;
}

const KEY = "toolwright.choice";

/** The model and the tools that were picked, kept in this browser. What the server does not have any more is left out. */
export class ChoiceStore {
  readonly #info: ServerInfo;
  readonly #storage: Pick<Storage, "getItem" | "setItem"> | undefined;
  readonly #listeners = new Set<() => void>();
  #choice: Choice;

  /** Without a storage a choice lasts as long as the page. */
  constructor(info: ServerInfo, storage: Pick<Storage, "getItem" | "setItem"> | undefined) {
    this.#info = info;
    this.#storage = storage;
    this.#choice = this.#fitting(read(storage));
  }

  readonly state = (): Choice => this.#choice;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  pickModel(model: string): void {
    this.#set({ ...this.#choice, model });
  }

  /** Undefined picks all. */
  pickTools(tools: readonly string[] | undefined): void {
    this.#set({ ...this.#choice, tools });
  }

  toggleTool(name: string): void {
    const all = this.#info.tools.map((tool) => tool.name);
    const picked = new Set(this.#choice.tools ?? all);
    if (!picked.delete(name)) picked.add(name);
    this.#set({ ...this.#choice, tools: all.filter((tool) => picked.has(tool)) });
  }

  /** As a message names it: null for the default model and for all tools. */
  sent(): { readonly model: string | null; readonly activeTools: readonly string[] | null } {
    const { model = null, tools = null } = this.#choice;
    return { model, activeTools: tools };
  }

  #set(choice: Choice): void {
    this.#choice = this.#fitting(choice);
    write(this.#storage, this.#choice);
    for (const listener of this.#listeners) listener();
  }

  #fitting({ model, tools }: Choice): Choice {
    const known = this.#info.tools.map(({ name }) => name);
    const picked = tools?.filter((name) => known.includes(name));
    return {
      model: model !== this.#info.model && this.#info.models.includes(model ?? "") ? model : undefined,
      tools: picked?.length === known.length ? undefined : picked,
    };
  }
}

function read(storage: Pick<Storage, "getItem"> | undefined): Choice {
  try {
    const { model, tools } = Object(JSON.parse(storage?.getItem(KEY) ?? "{}"));
    return {
      model: typeof model === "string" ? model : undefined,
      tools: Array.isArray(tools) ? tools.filter((name): name is string => typeof name === "string") : undefined,
    };
  } catch {
    return { model: undefined, tools: undefined };
  }
}

function write(storage: Pick<Storage, "setItem"> | undefined, choice: Choice): void {
  try {
    storage?.setItem(KEY, JSON.stringify(choice));
  } catch {
    // A browser that stores nothing: the choice lasts as long as the page.
  }
}
