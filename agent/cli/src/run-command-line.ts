import { CommanderError } from "commander";
import { EXIT } from "./exit-code.ts";
import { createProgram } from "./program.ts";
import { cleanUp } from "./setup/clean-up.ts";
import { messageOf } from "./text/message-of.ts";
import { printable } from "./text/printable.ts";
import { UsageError } from "./usage-error.ts";

/** Runs one command line and returns the exit code. Never rejects; what went wrong is one line on stderr. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    // A newcomer who types the bare name wants to know what there is.
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(withWholeOptions(argv), { from: "user" });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return EXIT.ok;
    report(thrown, argv);
    return thrown instanceof CommanderError || thrown instanceof UsageError ? EXIT.usage : EXIT.failed;
  } finally {
    await cleanUp();
  }
}

/** The word behind it is one of the request, and an option that may have a value would take it. */
function withWholeOptions(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.map((word, place) => {
    const isOption = word === "--code-mode" && (end === -1 || place < end);
    return isOption ? "--code-mode=on" : word;
  });
}

function report(thrown: unknown, argv: readonly string[]): void {
  if (argv.includes("--verbose") && thrown instanceof Error) console.error(thrown.stack);
  else console.error(`toolwright: ${printable(lineOf(thrown))}`);
}

function lineOf(thrown: unknown): string {
  if (!(thrown instanceof CommanderError)) return messageOf(thrown);
  const said = thrown.code === "commander.help" ? "There is no such command" : thrown.message;
  const [what = "", ...hints] = said.replace(/^error: /, "").split("\n");
  const hint = hints.join(" ").replace(/^\((.*)\)$/, "$1");
  if (hint === "" && what.endsWith(".")) return what;
  return `${what}. ${hint === "" ? "`toolwright --help` lists what there is." : hint}`;
}
