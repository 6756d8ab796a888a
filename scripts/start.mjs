// `npm start`: the command on this repository's own files, without a key and without a network.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Three calls, none of which asks. */
const REQUEST = "List the files in runtime, then read the first 12 lines of README.md, then run `wc -l README.md`.";

/** One program, whose calls read so much that no model need see it. */
const PROGRAM = "Count the words of */README.md in runtime.";

// The tests start this file with the condition under which packages resolve to their sources: nothing has to be built.
const { execArgv, execPath, argv } = process;
const main = execArgv.includes("--conditions=@toolwright/source") ? "src/main.ts" : "bin/toolwright.js";
const command = fileURLToPath(new URL(`../agent/cli/${main}`, import.meta.url));

const [first, ...others] = argv.slice(2);
const codeMode = first?.startsWith("--code-mode") ? [first] : [];
const words = codeMode.length > 0 || first === undefined ? others : [first, ...others];
const usual = codeMode.length > 0 ? PROGRAM : REQUEST;
const request = words.length === 0 ? [usual] : words;
// After `--` everything is a word of the request, so that no option can choose a model that is asked over a network.
const options = ["run", "--model", "offline", "--workspace", ".", ...codeMode, "--", ...request];
const child = spawn(execPath, [...execArgv, command, ...options], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  stdio: "inherit",
});
// Ctrl-C reaches the child as well; it says how the run ended.
process.on("SIGINT", () => undefined);
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
