import { resolve } from "node:path";
import type { FilesPort } from "../workspace/files.port.ts";
import type { ProcessEnd, ProcessRequest, RunningProcess } from "../workspace/processes.port.ts";
import type { MemoryProgram } from "./memory-workspace.adapter.ts";

/** What a process of a memory workspace runs with. */
export interface MemoryProcessSettings {
  readonly pid: number;
  readonly files: FilesPort;
  readonly programs: ReadonlyMap<string, MemoryProgram>;
}

/** A line, or one program, that runs inside this process. */
export class MemoryProcess implements RunningProcess {
  readonly pid: number;
  readonly ended: Promise<ProcessEnd>;
  readonly findsAll = true;
  readonly #request: ProcessRequest;
  readonly #settings: MemoryProcessSettings;
  readonly #stop = new AbortController();
  #cwd: string;
  #running = true;
  #output: Promise<void> = Promise.resolve();

  constructor(request: ProcessRequest, settings: MemoryProcessSettings) {
    this.pid = settings.pid;
    this.#request = request;
    this.#settings = settings;
    this.#cwd = request.cwd;
    this.ended = this.#run();
  }

  async kill(): Promise<number> {
    if (!this.#running) return 0;
    this.#stop.abort();
    await this.ended;
    return 1;
  }

  async #run(): Promise<ProcessEnd> {
    const cwd = await this.#settings.files.stat(this.#request.cwd);
    if (cwd?.kind !== "directory")
      return this.#end({ kind: "not_started", message: "the working directory does not exist" });
    const { command, wrap } = this.#request;
    if (wrap !== undefined) return this.#end({ kind: "not_started", message: "this workspace has no sandbox" });
    const commands = typeof command === "string" ? parseMemoryLine(command) : [{ words: command, after: ";" as const }];
    if (commands === undefined) await this.#write("this workspace cannot run that\n", "stderr");
    const code = commands === undefined ? 2 : await this.#runAll(commands);
    await this.#output;
    if (this.#stop.signal.aborted) return this.#end({ kind: "signalled", signal: "SIGTERM", left: [] });
    return this.#end({ kind: "exited", code, ...(typeof command === "string" && { cwd: this.#cwd }), left: [] });
  }

  #end(end: ProcessEnd): ProcessEnd {
    this.#running = false;
    return end;
  }

  async #runAll(commands: readonly MemoryCommand[]): Promise<number> {
    let code = 0;
    for (const { words, after } of commands) {
      if (this.#stop.signal.aborted) return code;
      if ((after === "&&" && code !== 0) || (after === "||" && code === 0)) continue;
      const [name = "", ...args] = words;
      if (name === "exit") return Number(args[0] ?? code);
      code = name === "cd" ? await this.#changeDirectory(args[0] ?? "/") : await this.#runProgram(name, args);
    }
    return code;
  }

  async #changeDirectory(to: string): Promise<number> {
    const real = await this.#settings.files.realPath(resolve(this.#cwd, to));
    if (real !== undefined && (await this.#settings.files.stat(real))?.kind === "directory") {
      this.#cwd = real;
      return 0;
    }
    await this.#write(`cd: ${to}: No such file or directory\n`, "stderr");
    return 1;
  }

  async #runProgram(name: string, args: readonly string[]): Promise<number> {
    const program = this.#settings.programs.get(name);
    if (program === undefined) {
      await this.#write(`${name}: command not found\n`, "stderr");
      return 127;
    }
    try {
      return await program({
        args,
        cwd: this.#cwd,
        env: this.#request.env ?? {},
        input: this.#request.input ?? "",
        files: this.#settings.files,
        signal: this.#stop.signal,
        stdout: (text) => this.#write(text, "stdout"),
        stderr: (text) => this.#write(text, "stderr"),
      });
    } catch (error) {
      await this.#write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`, "stderr");
      return 1;
    }
  }

  #write(text: string, stream: "stdout" | "stderr"): Promise<void> {
    const chunk = new TextEncoder().encode(text);
    this.#output = this.#output.then(async () => {
      try {
        await this.#request.onOutput(chunk, stream);
      } catch {}
    });
    return this.#output;
  }
}

/** One command of a line and when it runs. */
interface MemoryCommand {
  readonly words: readonly string[];
  /** `;` always, `&&` after success, `||` after failure. */
  readonly after: ";" | "&&" | "||";
}

/**
 * Reads the small part of the shell language that a memory workspace knows: words, single and double quotes,
 * backslashes, `;`, newlines, `&&`, `||`. Undefined for anything else, so that no line is half understood.
 */
function parseMemoryLine(line: string): readonly MemoryCommand[] | undefined {
  const tokens = tokenise(line);
  if (tokens === undefined) return undefined;
  const commands: { words: string[]; after: ";" | "&&" | "||" }[] = [{ words: [], after: ";" }];
  for (const token of tokens) {
    if (token.operator === undefined) commands.at(-1)?.words.push(token.word);
    else commands.push({ words: [], after: token.operator });
  }
  return commands.filter((command) => command.words.length > 0);
}

type Token = { readonly operator: ";" | "&&" | "||" } | { readonly operator?: undefined; readonly word: string };

const TOKEN = /[ \t]+|(;|\n|&&|\|\|)|((?:'[^']*'|"[^"$`\\]*"|\\[^\n]|[^\s'"\\;&|<>()$`{}#*?])+)/y;

function tokenise(line: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    const match = TOKEN.exec(line);
    if (match === null) return undefined;
    const [, operator, word] = match;
    if (word !== undefined) tokens.push({ word: unquote(word) });
    if (operator !== undefined) tokens.push({ operator: operator === "&&" || operator === "||" ? operator : ";" });
  }
  return tokens;
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single?: string, double?: string, escaped?: string) => {
    return single ?? double ?? escaped ?? "";
  });
}
