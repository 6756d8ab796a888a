import type { Command } from "commander";
import type { AcpFlags } from "../flags.ts";

/** What every command that runs tools, or calls a model, has in common. */
interface SharedOptions {
  readonly end: (exitCode: number) => void;
  readonly withHarnessOptions: (command: Command) => Command;
  readonly withModelsOptions: (command: Command) => Command;
}

/** Adds `acp` to the command line. */
export function addAcp(program: Command, { end, withHarnessOptions, withModelsOptions }: SharedOptions): void {
  const acp = program.command("acp").description("be the agent of an editor, over the Agent Client Protocol on stdio");
  withHarnessOptions(withModelsOptions(acp))
    .option("--store <place>", "where conversations are kept: a path, or postgres://…; default: a file for each folder")
    .action(async (flags: AcpFlags) => {
      const { acp } = await import("./acp.ts");
      end(await acp(flags));
    });
}
