import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { commitChanges } from "../src/transaction/commit-changes.ts";
import type { FilesPort } from "../src/workspace/files.port.ts";

// Run by the crash test as a process of its own: makes a change and is killed before the given mutating file operation.
const [root = "", stateDirectory = "", killBefore = "0"] = process.argv.slice(2);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

let operations = 0;

async function step(): Promise<void> {
  operations += 1;
  if (operations !== Number(killBefore)) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => setInterval(() => undefined, 1000));
}

function counted(files: FilesPort): FilesPort {
  return {
    ...files,
    async write(path, bytes, options) {
      await step();
      // Half of the bytes first: a killed process can leave a torn file.
      await files.write(path, bytes.subarray(0, bytes.length >> 1), options);
      await step();
      await files.write(path, bytes, { ...options, exclusive: false });
    },
    rename: async (from, to) => step().then(() => files.rename(from, to)),
    remove: async (path) => step().then(() => files.remove(path)),
    makeDirectory: async (path) => step().then(() => files.makeDirectory(path)),
  };
}

const workspace = await createLocalWorkspace({ root, stateDirectory });
const path = (name: string): string => `${workspace.root}/${name}`;
await commitChanges({ ...workspace, files: counted(workspace.files) }, [
  { path: path("changed.txt"), before: encode("old\n"), after: encode("new content\n") },
  { path: path("new/deep/added.txt"), before: undefined, after: encode("added\n") },
  { path: path("linked.txt"), before: encode("two names\n"), after: encode("still two names, longer\n") },
  { path: path("gone.txt"), before: encode("gone\n"), after: undefined },
  { path: path("moved.txt"), before: undefined, after: encode("moving\n"), mode: 0o755 },
  { path: path("source.txt"), before: encode("moving\n"), after: undefined },
]);
process.stdout.write(`${operations}`);
