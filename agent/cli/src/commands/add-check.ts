import { type Command, Option } from "commander";
import type { CheckFlags } from "../flags.ts";

/** Adds `check` to the command line. */
export function addCheck(program: Command, end: (exitCode: number) => void): void {
  program
    .command("check")
    .argument("<file>", "a module whose default export is an array of tools")
    .description("say what a model will stumble on in the tools of a module; no tool is run")
    .addOption(
      new Option("--strict <provider>", "and what the strict mode of a provider refuses").choices([
        "openai",
        "anthropic",
      ]),
    )
    .option("--fix", "write into the file what only has to be left out of a description")
    .option("--json", "print one JSON object {tools, findings}, with --fix {fixed} beside")
    .option("--verbose", "show stack traces")
    .action(async (file: string, flags: CheckFlags) => {
      const { check } = await import("./check.ts");
      end(await check(file, flags));
    });
}
