import type { Command } from "commander";

/** Adds the options of every command that works on kept conversations: see `StoreFlags`. */
export function withPlace(command: Command): Command {
  return command
    .option("--workspace <dir>", "the folder whose conversations they are", ".")
    .option("--store <place>", "where they are kept, as for serve")
    .option("--json", "print one JSON object")
    .option("--verbose", "show stack traces");
}
