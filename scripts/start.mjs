// `npm start`: the command on this repository's own files, without a key and without a network.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../packages/cli/bin/toolwright.js", import.meta.url));
const root = fileURLToPath(new URL("..", import.meta.url));

/** Three calls, none of which asks. */
const REQUEST = "List the files in packages, then read the first 12 lines of README.md, then tell me the time.";

const words = process.argv.slice(2);
const request = words.length === 0 ? [REQUEST] : words;
// After `--` everything is a word of the request, so that no option can choose a model that is asked over a network.
const child = spawn(process.execPath, [command, "run", "--model", "offline", "--workspace", ".", "--", ...request], {
  cwd: root,
  stdio: "inherit",
});
// Ctrl-C reaches the child as well; it says how the run ended.
process.on("SIGINT", () => undefined);
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
