import { execFileSync } from "node:child_process";
import type { JsonObject } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineInstead } from "./line-instead.ts";

const CLEAR: readonly [name: string, given: JsonObject, line: string][] = [
  ["delete", { path: "notes.txt" }, "rm notes.txt"],
  ["deleteFile", { file_paths: ["a", "b c"] }, "rm a 'b c'"],
  ["remove", { path: "old/" }, "rm -r old/"],
  ["remove", { path: "old ones/" }, "rm -r 'old ones/'"],
  ["delete_directory", { directory: "old" }, "rm -r old"],
  ["rmdir", { path: "old" }, "rmdir old"],
  ["rename", { source: "a", destination: "b" }, "mv a b"],
  ["move-file", { file_path: "a", new_path: "it's" }, "mv a 'it'\\''s'"],
  ["copy", { from: "a", to: "b" }, "cp a b"],
  ["mkdir", { path: "src/new" }, "mkdir -p src/new"],
  ["run_tests", {}, "npm test"],
  ["delete", { path: "-rf" }, "rm ./-rf"],
  ["delete", { path: "$(id)" }, "rm '$(id)'"],
  ["bash", { command: ["node", "src/main.js"], timeout: 5 }, "node src/main.js"],
  ["bash", { cmd: ["bash", "-lc", "npm test | head -1"] }, "npm test | head -1"],
  ["bash", { command: "```bash\nnpm test\nnpm run build\n```" }, "npm test\nnpm run build"],
  ["bash", { command: "$ npm test" }, "npm test"],
  ["git", { command: "status" }, "git status"],
  ["git", { command: "git log -1" }, "git log -1"],
  ["npm", { args: ["test", "a b"] }, "npm test 'a b'"],
  ["node", { file: "x.js" }, "node x.js"],
  ["wc", { path: "a b" }, "wc 'a b'"],
  ["exec_command", { cmd: ["ls", "-l"] }, "ls -l"],
  ["exec", { command: ["echo", "it's"] }, "echo 'it'\\''s'"],
];

const UNCLEAR: readonly [name: string, given: JsonObject, line: string][] = [
  ["delete", {}, "rm …"],
  ["delete", { path: "/" }, "rm …"],
  ["delete", { path: "~" }, "rm …"],
  ["delete", { paths: ["a", "./"] }, "rm …"],
  ["delete_folder", { folder: "../.." }, "rm -r …"],
  ["delete", { path: "/*" }, "rm …"],
  ["git", {}, "git …"],
  ["delete", { path: "" }, "rm …"],
  ["delete", { path: "a\nb" }, "rm …"],
  ["delete", { path: 5 }, "rm …"],
  ["delete", { path: ["a", 5] }, "rm …"],
  ["delete", { path: [] }, "rm …"],
  ["delete", { paths: Array(21).fill("a") }, "rm …"],
  ["rename", { path: "a", new_name: "b" }, "mv a …"],
];

describe("the line that does what a call wants", () => {
  it.each([...CLEAR, ...UNCLEAR])("for %s %j is %s", (name, given, line) => {
    expect(lineInstead(name, given)?.command).toBe(line);
  });

  it.each(["deploy", "grep", "constructor", "__proto__", ""])("is none for %j", (name) => {
    expect(lineInstead(name, { path: "a" })).toBeUndefined();
  });

  it("is the call as it is for a shell of another name, and keeps what else was given", () => {
    expect(lineInstead("run_terminal_cmd", { command: "ls" })).toEqual({ command: "ls" });
    expect(lineInstead("bash", { command: "ls", nothing: 1 })).toBeUndefined();
    expect(lineInstead("bash", { command: ["ls"], timeout: 5 })).toEqual({ command: "ls", timeout: 5 });
    expect(lineInstead("bash", { command: ["ls", ""] })).toBeUndefined();
    expect(lineInstead("bash", { command: ["cd src", "ls"] })).toBeUndefined();
    expect(lineInstead("bash", { command: ["echo", "hi", "&&", "ls"] })).toBeUndefined();
    expect(lineInstead("bash", { command: ["ls", "2>&1", "|", "head"] })).toBeUndefined();
    expect(lineInstead("exec_command", { cmd: "ls" })).toEqual({ cmd: "ls" });
  });

  it("holds every word as one word", () => {
    const word = fc
      .string({ unit: "binary", minLength: 1 })
      .filter((text) => !/\p{Cc}|^[\d&|;<>]+$/u.test(text) && text.isWellFormed());
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const line = String(lineInstead("bash", { command: ["printf", "%s\\n", ...words] })?.command);
        expect(execFileSync("bash", ["-c", line], { encoding: "utf8" })).toBe(`${words.join("\n")}\n`);
      }),
      { numRuns: 30 },
    );
  });

  it("is none for a text that is to be shown where a file is named as well: it is to be written", () => {
    expect(lineInstead("print", { file_path: "hello.py", content: "print('Hello World')" })).toBeUndefined();
    expect(lineInstead("print", { content: "Hello" })).toEqual({ command: "echo Hello" });
  });

  it("holds a text and code as they are, of several lines too", () => {
    const text = fc
      .string({ unit: "binary", minLength: 1 })
      .filter((one) => one.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(one) && !one.endsWith("\n"));
    const printed = (name: string, given: JsonObject) => {
      const line = String(lineInstead(name, given)?.command);
      const shown = name === "append" ? line.replace(/ >> a$/, "") : line.replace(/^node -e/, "printf '%s\\n'");
      return execFileSync("bash", ["-c", shown], { encoding: "utf8" });
    };
    fc.assert(
      fc.property(text, (content) => {
        expect(printed("print", { content })).toBe(`${content}\n`);
        expect(printed("append", { path: "a", content })).toBe(`${content}\n`);
        fc.pre(!/^[\w./-]+\.[cm]?js$/.test(content));
        expect(printed("run_js", { code: content })).toBe(`${content}\n`);
      }),
      { numRuns: 30 },
    );
  });
});
