import { createLocalWorkspace } from "../src/local/local-workspace.adapter.ts";
import { acquireProcessLocks } from "../src/tracking/process-locks.ts";

// Run as a process of its own: takes the lock of a file, says so, and keeps it until it is killed.
const [root = "", stateDirectory = "", path = ""] = process.argv.slice(2);
const workspace = await createLocalWorkspace({ root, stateDirectory });
const lock = await acquireProcessLocks(workspace, { paths: [path], holder: "call c12, edit" });
process.stdout.write(lock.kind);
setInterval(() => undefined, 1000);
