import { type Command, InvalidArgumentError, Option } from "commander";
import type { ServeFlags } from "../flags.ts";
import { portOf } from "../text/port-of.ts";

/** What every command that runs tools, or calls a model, has in common. */
interface SharedOptions {
  readonly end: (exitCode: number) => void;
  readonly withToolOptions: (command: Command, sets: Option) => Command;
  readonly withModelsOptions: (command: Command) => Command;
}

/** Adds `serve` to the command line. */
export function addServe(program: Command, { end, withToolOptions, withModelsOptions }: SharedOptions): void {
  const serve = program
    .command("serve")
    .description("talk with a model in a browser, or from other programs over HTTP");
  withToolOptions(withModelsOptions(serve), toolsSet())
    .addOption(new Option("--port <number>", "where to listen; 0 takes a free port").argParser(portOf).default(8787))
    .option("--host <host>", "the address to listen on; another one than this machine's own needs --token", "127.0.0.1")
    .option("--token <token>", "what clients must bring; without it one is made for this start")
    .option(
      "--token-file <file>",
      "the same, read from a file; TOOLWRIGHT_TOKEN names one, too: lists of processes show --token",
    )
    .option("--store <place>", "where conversations are kept: a path, or postgres://…; default: a file for the folder")
    .option("--engine <address>", "what carries runs from a dead server to a living one: restate://HOST:8080")
    .addOption(
      new Option(
        "--drain <seconds>",
        "how long calls that may not run twice have to end when the server is told to end; the rest is handed over at once",
      )
        .argParser(drainOf)
        .default(20),
    )
    .option("--no-titles", "leave conversations their first words as titles, without asking the model for one")
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve.ts");
      end(await serve(flags));
    });
}

function toolsSet(): Option {
  const meant = "the standard tools: all, a small set for a small model, or none: the models alone";
  return new Option("--tools-set <set>", meant).choices(["all", "small", "none"]);
}

function drainOf(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of seconds, from 0 to 99999.");
}
