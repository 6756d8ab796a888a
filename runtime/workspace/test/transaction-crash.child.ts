import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { commitChanges } from "../src/transaction/commit-changes.ts";
import { countedFiles } from "./counted-files.ts";

// Run by the crash test as a process of its own: makes a change and is killed before the given mutating file operation.
const [root = "", stateDirectory = "", killBefore = "0"] = process.argv.slice(2);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const workspace = await createLocalWorkspace({ root, stateDirectory });
const counted = countedFiles(workspace.files, Number(killBefore));
const path = (name: string): string => `${workspace.root}/${name}`;
await commitChanges({ ...workspace, files: counted.files }, [
  { path: path("changed.txt"), before: encode("old\n"), after: encode("new content\n") },
  { path: path("new/deep/added.txt"), before: undefined, after: encode("added\n") },
  { path: path("linked.txt"), before: encode("two names\n"), after: encode("still two names, longer\n") },
  { path: path("gone.txt"), before: encode("gone\n"), after: undefined },
  { path: path("moved.txt"), before: undefined, after: encode("moving\n"), mode: 0o755 },
  { path: path("source.txt"), before: encode("moving\n"), after: undefined },
]);
process.stdout.write(`${counted.count()}`);
