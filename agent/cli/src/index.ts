export { runCommandLine } from "./run-command-line.ts";
