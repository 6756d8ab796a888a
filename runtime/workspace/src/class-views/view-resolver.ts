import type { ActivityStream, DependencyKey, DependencyOverrides, Resolve, ToolContext } from "@toolwright/core";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { SEEN_FILES, SeenFiles } from "../tracking/seen-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { type WorkspaceDependencies, workspaceOverrides } from "../workspace/workspace-overrides.ts";

/** Finds what the calls of a class-style tool work with. */
export class ViewResolver {
  readonly #given: DependencyOverrides;
  readonly #memory: StreamMemory;

  constructor({ workspace, ...others }: ClassViewOptions, memory: StreamMemory) {
    const dependencies: WorkspaceDependencies = typeof workspace === "object" ? { ...others, workspace } : others;
    const given = new Map(workspaceOverrides(dependencies));
    if (typeof workspace === "string") given.set(WORKSPACE.id, () => memory.folder(workspace));
    this.#given = given;
    this.#memory = memory;
  }

  /** What the tool was made with; else what the call's runner has or makes, with the stream's memory behind it. */
  of(context: ToolContext): Resolve {
    return async <T>(key: DependencyKey<T>) => {
      const given = this.#given.get(key.id);
      // A key's id stands for one type: that is the contract of `DependencyKey`.
      if (given !== undefined) return (await given()) as T;
      const shared = this.#shared(key.id, context);
      return context.resolve(shared === undefined ? key : { ...key, create: async () => (await shared()) as T });
    };
  }

  /** A runner makes these anew for each run, and a turn of a `ToolManager` is a run: too short for what was read. */
  #shared(id: string, { deps }: ToolContext): (() => unknown) | undefined {
    if (id === SEEN_FILES.id) return () => this.#memory.seenFiles;
    if (id === WORKSPACE.id) return () => this.#workspace(deps.workspace);
    return undefined;
  }

  #workspace(given: unknown): Workspace | Promise<Workspace> {
    if (isWorkspace(given)) return given;
    return this.#memory.folder(typeof given === "string" ? given : process.cwd());
  }
}

function isWorkspace(value: unknown): value is Workspace {
  return typeof value === "object" && value !== null && "root" in value && "files" in value && "processes" in value;
}

/**
 * What a class-style tool works with. What is left out comes from the runner, or is shared by the tools on one stream.
 */
export interface ClassViewOptions extends Omit<WorkspaceDependencies, "workspace"> {
  /** A workspace, or the path of a folder. Default: that of the `ToolManager`, or the current directory. */
  readonly workspace?: Workspace | string;
}

/** What the class-style tools on one stream have in common: a stream is one conversation. */
export class StreamMemory {
  #seenFiles = new SeenFiles();
  readonly #folders = new Map<string, Promise<Workspace>>();

  /** What was read and written on the stream. */
  get seenFiles(): SeenFiles {
    return this.#seenFiles;
  }

  /** From here on nothing has been read. */
  clear(): void {
    this.#seenFiles = new SeenFiles();
  }

  /** The same workspace every time, for a folder that exists. */
  folder(root: string): Promise<Workspace> {
    const known = this.#folders.get(root);
    if (known !== undefined) return known;
    const opened = createLocalWorkspace({ root });
    this.#folders.set(root, opened);
    opened.catch(() => this.#folders.delete(root));
    return opened;
  }
}

const memories = new WeakMap<ActivityStream, StreamMemory>();

/** The memory of a stream, made when it is first asked for. */
export function memoryOf(stream: ActivityStream): StreamMemory {
  const known = memories.get(stream);
  if (known !== undefined) return known;
  const made = new StreamMemory();
  memories.set(stream, made);
  return made;
}
