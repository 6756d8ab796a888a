import { dirname, resolve } from "node:path";
import { aFunction, checkOptions, recordOf } from "@toolwright/core/internal";
import type { ProcessesPort } from "../workspace/processes.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { createMemoryFiles } from "./memory-files.adapter.ts";
import { MemoryProcess } from "./memory-process.ts";
import { MEMORY_PROGRAMS, type MemoryProgram } from "./memory-programs.ts";
import { MemoryTree } from "./memory-tree.ts";

/** What a memory workspace starts with. */
export interface MemoryWorkspaceOptions {
  /** Contents by path, relative to the root `/work`. Missing directories are made. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Further programs by name; they replace those of the same name. */
  readonly programs?: Readonly<Record<string, MemoryProgram>>;
}

/**
 * A workspace that touches no disk and starts no process: for tests and demonstrations.
 * Its shell knows `cd`, `exit`, `&&`, `||`, `;` and the programs it is given.
 */
export async function createMemoryWorkspace(options: MemoryWorkspaceOptions = {}): Promise<Workspace> {
  checkOptions<MemoryWorkspaceOptions>(options, {
    of: "createMemoryWorkspace",
    rules: {
      files: recordOf('an object from paths to contents: { "a.txt": "text" }', CONTENT),
      programs: recordOf("an object from names to programs", aFunction),
    },
    otherNames: { root: "nothing to set: it is /work", commands: "programs" },
  });
  const root = "/work";
  const files = createMemoryFiles(new MemoryTree());
  for (const directory of [root, "/home", "/state"]) await files.makeDirectory(directory);
  for (const [path, content] of Object.entries(options.files ?? {})) {
    const absolute = resolve(root, path);
    await files.makeDirectory(dirname(absolute));
    await files.write(absolute, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  const programs = new Map([...MEMORY_PROGRAMS, ...Object.entries(options.programs ?? {})]);
  return { root, home: "/home", stateDirectory: "/state", files, processes: memoryProcesses(files, programs) };
}

const CONTENT = {
  form: "a string or bytes",
  fits: (value: unknown) => typeof value === "string" || ArrayBuffer.isView(value),
};

function memoryProcesses(files: Workspace["files"], programs: ReadonlyMap<string, MemoryProgram>): ProcessesPort {
  let pid = 0;
  return {
    wraps: false,
    start(request) {
      pid += 1;
      return new MemoryProcess(request, { pid, files, programs });
    },
    programNames: async () => [...programs.keys()],
    locate: async (name) => (programs.has(name) ? [name] : []),
  };
}
