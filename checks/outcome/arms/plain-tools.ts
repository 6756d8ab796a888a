import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { z } from "zod";

/** A tool as most people write it in an afternoon. */
export interface PlainTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly execute: (input: Readonly<Record<string, string>>) => string;
}

const MAX_ANSWER = 8_000;

/** Seven plain tools over a folder, for the arms that have none of their own. */
export function plainTools(folder: string): readonly PlainTool[] {
  const at = (path = ".") => join(folder, path);
  const path = z.string().describe("path in the folder");
  return [
    tool("read", "Read a file.", { path }, (input) => readFileSync(at(input.path), "utf8")),
    tool("write", "Write a file.", { path, content: z.string() }, ({ path = "", content = "" }) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
      return `Wrote ${path}.`;
    }),
    tool(
      "edit",
      "Replace a text in a file by another one.",
      { path, old_string: z.string(), new_string: z.string() },
      ({ path = "", old_string = "", new_string = "" }) => {
        const text = readFileSync(at(path), "utf8");
        if (text.split(old_string).length !== 2) throw new Error(`old_string must occur once in ${path}.`);
        writeFileSync(
          at(path),
          text.replace(old_string, () => new_string),
        );
        return `Edited ${path}.`;
      },
    ),
    tool("ls", "List a folder.", { path }, (input) => readdirSync(at(input.path)).join("\n")),
    tool("grep", "Search files for a pattern.", { pattern: z.string(), path }, ({ pattern = "", path = "." }) =>
      shell(folder, ["grep", "-rnE", "-e", pattern, "--", path]),
    ),
    tool("glob", "Find files by a pattern.", { pattern: z.string() }, ({ pattern = "" }) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .filter((name) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/\*+\/?/g, ".*")}$`).test(name))
        .join("\n"),
    ),
    tool("bash", "Run a shell command.", { command: z.string() }, ({ command = "" }) =>
      shell(folder, ["bash", "-c", command]),
    ),
  ];
}

/** What a program tells a model of an exception. */
export function messageOf(error: unknown): string {
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}

function tool(name: string, description: string, shape: z.ZodRawShape, execute: PlainTool["execute"]): PlainTool {
  return { name, description, input: z.object(shape), execute: (input) => execute(input).slice(0, MAX_ANSWER) };
}

function shell(cwd: string, [program = "bash", ...words]: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, words, { cwd, encoding: "utf8", timeout: 20_000 });
  return `${stdout}${stderr}`;
}
