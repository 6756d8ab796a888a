import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryWorkspace } from "../src/memory/memory-workspace.adapter.ts";
import type { ProcessesPort } from "../src/workspace/processes.port.ts";
import type { Workspace } from "../src/workspace/workspace.port.ts";

/** Lines by what is decided about them: never run, asked about, or free. */
export type LineColumn = "never" | "ask" | "free";

/** The lines of the judge's corpus, filled in for a workspace. */
export function corpusLines(want: LineColumn, { root, home }: Pick<Workspace, "root" | "home">): readonly string[] {
  const path = join(import.meta.dirname, "../../shell-judge/test/corpus/columns.jsonl");
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((text): { readonly line: string; readonly want: LineColumn } => JSON.parse(text))
    .filter((row) => row.want === want)
    .map(({ line }) =>
      line
        .replaceAll("{WS}", root)
        .replaceAll(/(?<!\$)\{HOME\}/g, home)
        .replaceAll("{J}", root.slice(0, root.lastIndexOf("/"))),
    );
}

/** A workspace in memory whose processes are only written down: nothing that is started there can run. */
export async function recordingWorkspace() {
  const started: string[] = [];
  const memory = await createMemoryWorkspace();
  const root = `${memory.root}/j/ws`;
  await memory.files.makeDirectory(root);
  const processes: ProcessesPort = {
    wraps: false,
    start: ({ command }) => {
      started.push(typeof command === "string" ? command : command.join(" "));
      return {
        pid: 0,
        findsAll: true,
        ended: Promise.resolve({ kind: "exited", code: 0, left: [] }),
        kill: async () => 0,
      };
    },
    programNames: async () => [],
    locate: async () => [],
  };
  const workspace: Workspace = { ...memory, root, home: "/home/ann", processes };
  return { workspace, started };
}
