import { Command, InvalidArgumentError, Option } from "commander";
import { addAcp } from "./commands/add-acp.ts";
import { addCheck } from "./commands/add-check.ts";
import { addCompletion } from "./commands/add-completion.ts";
import { addMcp } from "./commands/add-mcp.ts";
import { addServe } from "./commands/add-serve.ts";
import { addStore } from "./commands/add-store.ts";
import { addThreads } from "./commands/add-threads.ts";
import { addUndo } from "./commands/add-undo.ts";
import type { CallFlags, ChatFlags, PermitFlags, RunFlags, ToolsFlags } from "./flags.ts";
import { packageVersion } from "./package-version.ts";

/** Describes the command line. Every command loads its own code when it is used, so that `--version` stays quick. */
export function createProgram(end: (exitCode: number) => void): Command {
  const program = new Command("toolwright")
    .description("Let a language model work in a folder, one judged tool call at a time.")
    .version(packageVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .addHelpCommand("help [command]", "show help for a command")
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr() {}, outputError() {} })
    .addHelpText("after", EXAMPLES);
  addRun(program, end);
  addChat(program, end);
  addServe(program, { end, withToolOptions, withModelsOptions });
  addCall(program, end);
  addTools(program, end);
  addCheck(program, end);
  addPermit(program, end);
  addMcp(program, end, withToolOptions);
  addAcp(program, { end, withHarnessOptions, withModelsOptions });
  addUndo(program, end);
  addStore(program, end);
  addThreads(program, end);
  addCompletion(program);
  return program;
}

const EXAMPLES = `
Examples:
  toolwright run "list the files in src, then read README.md"
  toolwright chat --model ollama:qwen3
  toolwright call read '{"file_paths":["README.md"],"limit":5}'
`;

type End = (exitCode: number) => void;

function addRun(program: Command, end: End): void {
  const run = program.command("run").argument("[request...]", "what to do; without it, standard input is read");
  withConversationOptions(
    withToolOptions(withModelOptions(run.description("give a model one request, and show what it does"))),
  )
    .addOption(
      new Option(
        "--output-format <format>",
        "text; json: one object at the end; stream-json: events, one JSON object a line",
      ).choices(["text", "json", "stream-json"]),
    )
    .option("--json", "the same as --output-format stream-json")
    .action(async (words: string[], flags: RunFlags) => {
      const { run } = await import("./commands/run.ts");
      end(await run(words, flags));
    });
}

function addChat(program: Command, end: End): void {
  const chat = program.command("chat").description("talk with a model that may use tools");
  withConversationOptions(withToolOptions(withModelOptions(chat)))
    .option("--plain", "line after line, with nothing drawn: for screen readers and simple terminals")
    .option("--no-titles", "leave a conversation its first words as a title, without asking the model for one")
    .action(async (flags: ChatFlags) => {
      const { chat } = await import("./commands/chat.ts");
      end(await chat(flags));
    });
}

function addCall(program: Command, end: End): void {
  const call = program.command("call").argument("[name]", "the tool").argument("[json]", "its arguments", "{}");
  withToolOptions(call.description("run one tool, without a model"))
    .option("--json", "print the result as one JSON object")
    .option("--batch", "run a call for every JSON line {id?, name, arguments} on standard input")
    .action(async (name: string | undefined, json: string, flags: CallFlags) => {
      const { call } = await import("./commands/call.ts");
      end(await call({ name, json, flags }));
    });
}

function addTools(program: Command, end: End): void {
  const tools = program.command("tools").description("list the tools");
  tools
    .option("--tools <file>", "a module whose default export is an array of tools, added to the standard ones")
    .addOption(toolsSet())
    .addOption(codeMode())
    .option("--no-code-mode", "no programs, whatever the settings say")
    .option("--tokens", "show what each costs in the prompt of every request")
    .option("--json", "print what a model is told of them, as one JSON array; with --tokens, the counts")
    .option("--verbose", "show stack traces and log lines on stderr")
    .action(async (flags: ToolsFlags) => {
      const { listTools } = await import("./commands/tools.ts");
      end(await listTools(flags));
    });
}

function addPermit(program: Command, end: End): void {
  const permit = program.command("permit").argument("[command...]", "a shell line");
  permit
    .description("say whether a shell line would be allowed, asked about or denied; nothing is run")
    .option("--policy <file>", "rules {allow, ask, deny} in place of the built-in allow rules")
    .option("--cwd <dir>", "where the line would run; only a name, nothing on disk is touched")
    .option("--home <dir>", "what ~ stands for; only a name")
    .option("--json", "print one JSON object")
    .option("--batch", "judge every JSON line {command} on standard input")
    .option("--verbose", "show stack traces")
    .action(async (words: string[], flags: PermitFlags) => {
      const { permit } = await import("./commands/permit.ts");
      end(await permit(words, flags));
    });
}

function withToolOptions(command: Command, sets = toolsSet()): Command {
  return withHarnessOptions(command.option("--workspace <dir>", "the folder to work in", "."), sets);
}

function withHarnessOptions(command: Command, sets = toolsSet()): Command {
  return command
    .option("--tools <file>", "a module whose default export is an array of tools, added to the standard ones")
    .option(
      "--mcp <file>",
      "a file of MCP servers, as .mcp.json is written; that of the folder counts once you trust it",
    )
    .addOption(
      new Option(
        "--tool-search-above <n>",
        "tools of MCP servers that the model is told of; with more it finds and calls them by two tools (default 40)",
      ).argParser(countOf),
    )
    .addOption(sets)
    .addOption(codeMode())
    .option("--no-code-mode", "no programs, whatever the settings say")
    .option("--policy <file>", "permission rules {allow, ask, deny} in place of the built-in allow rules")
    .addOption(
      new Option("--mode <mode>", "what becomes of questions (default: default)").choices([
        "default",
        "accept-edits",
        "plan",
        "deny-asks",
      ]),
    )
    .option(
      "--sandbox <mode>",
      "off, read-only or workspace-write, then +network, +git; default: workspace-write where it can be had",
    )
    .option("--undo-bash", "keep what shell commands change, so that it can be undone; default: in small folders")
    .option("--no-undo-bash", "keep only what tools change")
    .option("--yes", "answer every question with yes; what is denied stays denied")
    .option("--verbose", "show stack traces and log lines on stderr");
}

function withConversationOptions(command: Command): Command {
  return command
    .option("--continue", "go on with the conversation that was used last in this folder")
    .option("--resume [id]", "go on with the one of this id, or its beginning; without one, choose");
}

/** Where it is said alone, `runCommandLine` gives it the value: else it would be the next word of a request. */
function codeMode(): Option {
  const meant = "the model writes programs that call the tools; --code-mode=only: it calls none itself";
  return new Option("--code-mode [only]", meant).argParser(codeModeOf);
}

function codeModeOf(text: string): true | "only" {
  if (text === "on") return true;
  if (text === "only") return "only";
  throw new InvalidArgumentError("It is --code-mode, or --code-mode=only.");
}

/** One for each command: commander keeps what was parsed in it. */
function toolsSet(): Option {
  const sets = ["all", "small"];
  return new Option("--tools-set <set>", "the standard tools: all, or a small set for a small model").choices(sets);
}

const MODEL_SPEC = "offline, script:FILE, tape:FILE, or PROVIDER:NAME such as openai:gpt-5 or ollama:qwen3";

function withModelOptions(command: Command): Command {
  const effort = "how hard the model thinks, such as low, medium or high; default: as its provider has it";
  return withRunOptions(command.option("--model <spec>", MODEL_SPEC).option("--effort <effort>", effort));
}

function withModelsOptions(command: Command): Command {
  const model = new Option("--model <spec>", `${MODEL_SPEC}; may be given several times, to choose from`);
  return withRunOptions(command.addOption(model.argParser((spec, others: string[] = []) => [...others, spec])));
}

function withRunOptions(command: Command): Command {
  return command
    .option(
      "--record <file>",
      "write a tape of the model, the tools and the clock, to be played with --model tape:FILE",
    )
    .option("--base-url <url>", "the model's server: what stands before /chat/completions")
    .addOption(
      new Option(
        "--first-byte-timeout <seconds>",
        "how long the model's server may take to begin its answer",
      ).argParser(secondsOf),
    )
    .option(
      "--text-calls",
      "take calls that the model writes at the end of a text as calls; by default answers of a server on this machine that are nothing but calls",
    )
    .option("--no-text-calls", "leave calls that the model writes as text a text")
    .option(
      "--prompt-caching",
      "mark requests for Anthropic's cache, where the model's name does not say that it is one",
    )
    .option("--no-prompt-caching", "mark no requests for Anthropic's cache")
    .option("--responses", "ask the model's server for responses (/responses), not for chat completions")
    .addOption(
      new Option(
        "--context-window <tokens>",
        "tokens that the model can read, where neither its name nor its server says",
      ).argParser(tokensOf),
    )
    .addOption(new Option("--max-iterations <n>", "model calls at most (default 50)").argParser(countOf))
    .addOption(
      new Option("--max-cost <dollars>", "what the run, or the conversation, may cost; needs --prices").argParser(
        dollarsOf,
      ),
    )
    .addOption(
      new Option("--max-tokens <n>", "tokens that the run, or the conversation, may read and write").argParser(countOf),
    )
    .addOption(
      new Option("--max-seconds <n>", "how long a run may work; waiting for a person does not count").argParser(
        secondsOf,
      ),
    )
    .option("--prices <file>", 'JSON {"openai:gpt-5": {"input": 1.25, "output": 10}}, in dollars for a million tokens');
}

function dollarsOf(text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of US dollars, such as 0.50.");
}

function countOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number, 0 or more.");
}

function tokensOf(text: string): number {
  if (/^[1-9]\d{2,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of tokens, 100 or more.");
}

function secondsOf(text: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("It must be a number of seconds, more than 0.");
}
