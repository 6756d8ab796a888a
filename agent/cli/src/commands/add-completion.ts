import { Argument, type Command } from "commander";

/** Adds `completion` to the command line. */
export function addCompletion(program: Command): void {
  const shell = new Argument("<shell>", "whose completion it is").choices(["bash", "zsh", "fish"]);
  const completion = program.command("completion").addArgument(shell);
  completion
    .description("print what makes a shell complete commands and options")
    .addHelpText("after", EXAMPLES)
    .action(async (name: "bash" | "zsh" | "fish") => {
      const { completionScript } = await import("../completion/completion-script.ts");
      process.stdout.write(completionScript(name, program));
    });
}

const EXAMPLES = `
Examples:
  source <(toolwright completion bash)    # in ~/.bashrc
  source <(toolwright completion zsh)     # in ~/.zshrc, after compinit
  toolwright completion fish | source     # in ~/.config/fish/config.fish
`;
