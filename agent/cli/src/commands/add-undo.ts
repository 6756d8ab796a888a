import { type Command, InvalidArgumentError } from "commander";
import type { RedoFlags, UndoFlags } from "../flags.ts";

/** Adds `undo` and `redo` to the command line. */
export function addUndo(program: Command, end: (exitCode: number) => void): void {
  const undo = program.command("undo").argument("[turns]", "how many of the last turns", turnsOf);
  withOptions(undo.description("take back what calls changed in files"))
    .option("--list", "show what can be undone, newest first")
    .option("--show", "print what it would change as a diff, and change nothing")
    .option("--call <id>", "undo one call")
    .option("--turn <number>", "undo one turn", turnsOf)
    .option("--messages", "take the conversations back too: each goes on in a fork from before the turns")
    .option("--store <place>", "where they are kept, as for serve")
    .action(async (turns: number | undefined, flags: UndoFlags) => {
      const { undo } = await import("./undo.ts");
      end(await undo(turns, flags));
    });
  const redo = program.command("redo").argument("[turns]", "how many of the last undos", turnsOf);
  withOptions(redo.description("take back an undo")).action(async (turns: number | undefined, flags: RedoFlags) => {
    const { redo } = await import("./undo.ts");
    end(await redo(turns, flags));
  });
}

function withOptions(command: Command): Command {
  return command
    .option("--workspace <dir>", "the folder that was worked in", ".")
    .option("--force", "also files that were changed since; redo brings those changes back")
    .option("--json", "print JSON")
    .option("--verbose", "show stack traces");
}

function turnsOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number, 1 or more.");
}
