import type { DependencyKey, DependencyOverrides, ToolContext } from "@toolwright/core";
import type { Resolve } from "@toolwright/core/types";
import { SEEN_FILES } from "../tracking/seen-files-key.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { WORKSPACE } from "../workspace/workspace-key.ts";
import { type WorkspaceDependencies, workspaceOverrides } from "../workspace/workspace-overrides.ts";
import type { ClassViewOptions } from "./class-view-options.ts";
import type { StreamMemory } from "./stream-memory.ts";

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
