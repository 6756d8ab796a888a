import type { Command } from "commander";
import { bashScript } from "./bash-script.ts";
import { commandTable } from "./command-table.ts";
import { fishScript } from "./fish-script.ts";
import { zshScript } from "./zsh-script.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** A script that makes a shell complete what this command line can be. */
export function completionScript(shell: keyof typeof SCRIPTS, program: Command): string {
  return SCRIPTS[shell](commandTable(program));
}
