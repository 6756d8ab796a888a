import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { commitChanges } from "../src/transaction/commit-changes.ts";
import { contentAt } from "../src/transaction/file-content.ts";
import { createChangeLog } from "../src/undo/file-change-log.ts";
import { redoChanges, undoChanges } from "../src/undo/undo-changes.ts";
import { countedFiles } from "./counted-files.ts";

// Run by the crash test as a process of its own: does one thing and is killed before the given file operation.
const [root = "", stateDirectory = "", action = "", killBefore = "0"] = process.argv.slice(2);
const local = await createLocalWorkspace({ root, stateDirectory });
const counted = countedFiles(local.files, Number(killBefore));
const workspace = { ...local, files: counted.files };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const path = (name: string): string => `${workspace.root}/${name}`;

async function change(): Promise<void> {
  const changes = [];
  const wanted = [
    { path: path("changed.txt"), after: encode("new content\n") },
    { path: path("new/deep/added.txt"), after: encode("added\n") },
    { path: path("gone.txt"), after: undefined },
    { path: path("link"), after: { target: "new" } },
  ];
  for (const { path, after } of wanted) {
    const before = await contentAt(workspace.files, path);
    if (before !== "other") changes.push({ path, before, after });
  }
  const author = { runId: "run-1", toolCallId: "c1", toolName: "edit", conversation: { channel: "", chatId: "" } };
  const recorded = await createChangeLog(workspace).record(changes, author);
  await commitChanges(workspace, changes);
  await recorded.settle(true);
}

if (action === "change") await change();
else if (action === "undo") await undoChanges(workspace, { last: 1 });
else await redoChanges(workspace, 1);
process.stdout.write(`${counted.count()}`);
