import { type Command, CommanderError } from "commander";
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
    const line = lineOf(thrown, `${commandIn(argv, program)} --help`);
    const isVerbose = argv.includes("--verbose") && thrown instanceof Error;
    console.error(isVerbose ? thrown.stack : `toolwright: ${printable(line)}`);
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

/** The command that is meant, as far as there is one. */
function commandIn([word, ...rest]: readonly string[], command: Command): string {
  const meant = command.commands.find((one) => one.name() === word);
  return meant === undefined ? command.name() : `${command.name()} ${commandIn(rest, meant)}`;
}

function lineOf(thrown: unknown, help: string): string {
  if (!(thrown instanceof CommanderError)) return messageOf(thrown);
  const said = thrown.code === "commander.help" ? "There is no such command" : thrown.message;
  const [what = "", ...hints] = said.replace(/^error: /, "").split("\n");
  const hint = hints.join(" ").replace(/^\((.*)\)$/, "$1");
  if (hint === "" && what.endsWith(".")) return what;
  return `${what}. ${hint === "" ? `\`${help}\` lists what there is.` : hint}`;
}
