import type { JsonObject } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { callsFor } from "../test/calls-for.ts";
import { shippedTools } from "../test/shipped-tools.ts";

type Expected = readonly (readonly [name: string, given: JsonObject])[];

const table: readonly (readonly [request: string, calls: Expected])[] = [
  ["Read README.md", [["read", { file_paths: ["README.md"] }]]],
  ["show me src/index.ts", [["read", { file_paths: ["src/index.ts"] }]]],
  ["cat ./package.json please", [["read", { file_paths: ["./package.json"] }]]],
  ["Open ~/notes/todo.md", [["read", { file_paths: ["~/notes/todo.md"] }]]],
  ['Read "my notes/plan of day.txt"', [["read", { file_paths: ["my notes/plan of day.txt"] }]]],
  ["Read the first 20 lines of CHANGELOG.md", [["read", { file_paths: ["CHANGELOG.md"], limit: 20 }]]],
  ["Show src/a.ts and src/b.ts", [["read", { file_paths: ["src/a.ts", "src/b.ts"] }]]],
  ["Read 10 lines of src/a.ts from line 40", [["read", { file_paths: ["src/a.ts"], limit: 10, offset: 40 }]]],
  ["What's in README.md?", [["read", { file_paths: ["README.md"] }]]],
  ["List the files in packages", [["ls", { path: "packages" }]]],
  ["What's in the src folder?", [["ls", { path: "src" }]]],
  ["list runtime/core/src with depth 2", [["ls", { path: "runtime/core/src", depth: 2 }]]],
  ["ls", [["ls", {}]]],
  ["List the files here", [["ls", {}]]],
  ["Which files are in ./docs?", [["ls", { path: "./docs" }]]],
  ["What time is it?", [["get_current_time", {}]]],
  ["What time is it in Tokyo?", [["get_current_time", { timezone: "Asia/Tokyo" }]]],
  ["tell me the current time in Europe/Berlin", [["get_current_time", { timezone: "Europe/Berlin" }]]],
  ["Give me the time in UTC", [["get_current_time", { timezone: "UTC" }]]],
  ["What's today's date in New York?", [["get_current_time", { timezone: "America/New_York" }]]],
  ["Run `npm test`", [["bash", { command: "npm test" }]]],
  ["execute `ls -la | wc -l` in runtime/core", [["bash", { command: "ls -la | wc -l", working_dir: "runtime/core" }]]],
  ["Run `sleep 5` with a timeout of 2 minutes", [["bash", { command: "sleep 5", timeout: 120 }]]],
  ["run git status", [["bash", { command: "git status" }]]],
  ["Write 'hello world' to out/hello.txt", [["write", { file_path: "out/hello.txt", content: "hello world" }]]],
  ['Create a file notes.txt with the content "buy milk"', [["write", { file_path: "notes.txt", content: "buy milk" }]]],
  ["Replace 'foo' with 'bar' in src/a.ts", [["edit", { file_path: "src/a.ts", old_string: "foo", new_string: "bar" }]]],
  [
    "In src/a.ts change `let x` to `const x`",
    [["edit", { file_path: "src/a.ts", old_string: "let x", new_string: "const x" }]],
  ],
  ["Search for 'TODO' in src", [["grep", { pattern: "TODO", path: "src" }]]],
  [
    "grep `defineTool` in packages ignoring case",
    [["grep", { pattern: "defineTool", path: "packages", ignore_case: true }]],
  ],
  ['Look for "export const" in *.ts files', [["grep", { pattern: "export const", glob: "*.ts" }]]],
  ["Find files matching src/**/*.test.ts", [["glob", { pattern: "src/**/*.test.ts" }]]],
  ["find all *.md files in docs", [["glob", { pattern: "*.md", path: "docs" }]]],
  ["Fetch https://example.org/a?b=1.", [["web_fetch", { url: "https://example.org/a?b=1" }]]],
  ["Show my todos", [["read_todos", {}]]],
  [
    "Write the todos 'buy milk' and 'call Ann', both pending",
    [
      [
        "write_todos",
        {
          todos: [
            { content: "buy milk", status: "pending" },
            { content: "call Ann", status: "pending" },
          ],
        },
      ],
    ],
  ],
  ["Finish with the message 'all good'", [["done", { message: "all good" }]]],
  [
    "List the files in packages, then read the first 12 lines of README.md, then tell me the time.",
    [
      ["ls", { path: "packages" }],
      ["read", { file_paths: ["README.md"], limit: 12 }],
      ["get_current_time", {}],
    ],
  ],
  [
    "1. Write 'x' to a.txt 2. read it",
    [
      ["write", { file_path: "a.txt", content: "x" }],
      ["read", { file_paths: ["a.txt"] }],
    ],
  ],
  [
    "Run `npm ci`; list src and tell me the time in Tokyo",
    [
      ["bash", { command: "npm ci" }],
      ["ls", { path: "src" }],
      ["get_current_time", { timezone: "Asia/Tokyo" }],
    ],
  ],
  [
    "What time is it in Tokyo and London?",
    [
      ["get_current_time", { timezone: "Asia/Tokyo" }],
      ["get_current_time", { timezone: "Europe/London" }],
    ],
  ],
  [
    "list src and docs",
    [
      ["ls", { path: "src" }],
      ["ls", { path: "docs" }],
    ],
  ],
  ["Show lines 10 to 20 of src/a.ts", [["read", { file_paths: ["src/a.ts"], offset: 10, limit: 11 }]]],
  ["find TODO comments in packages", [["grep", { pattern: "TODO", path: "packages" }]]],
  ["find files named package.json", [["glob", { pattern: "package.json" }]]],
  [
    "replace all occurrences of 'a' with 'b' in x.txt",
    [["edit", { file_path: "x.txt", old_string: "a", new_string: "b", replace_all: true }]],
  ],
  ["show the directory tree of packages, 2 levels deep", [["ls", { path: "packages", depth: 2 }]]],
  [
    "tell me the time, list the files in src and read README.md",
    [
      ["get_current_time", {}],
      ["ls", { path: "src" }],
      ["read", { file_paths: ["README.md"] }],
    ],
  ],
  ["Show me the files in runtime/core", [["ls", { path: "runtime/core" }]]],
  ["what does package.json contain?", [["read", { file_paths: ["package.json"] }]]],
  ["search for the word banana in docs", [["grep", { pattern: "banana", path: "docs" }]]],
  ["write hello to a.txt", [["write", { file_path: "a.txt", content: "hello" }]]],
  ["where is defineTool used?", [["grep", { pattern: "defineTool" }]]],
  ["where is `defineTool` used in packages", [["grep", { pattern: "defineTool", path: "packages" }]]],
  ["Where's readConversation defined?", [["grep", { pattern: "readConversation" }]]],
  ["which files mention offline", [["grep", { pattern: "offline" }]]],
  ["Which files mention 'buy milk' in docs?", [["grep", { pattern: "buy milk", path: "docs" }]]],
  ["which files contain TODO", [["grep", { pattern: "TODO" }]]],
  ["which files mention buy milk", [["grep", { pattern: "buy milk" }]]],
  ["Which files contain the words buy milk in docs?", [["grep", { pattern: "buy milk", path: "docs" }]]],
  ["find files that mention buy milk", [["grep", { pattern: "buy milk" }]]],
  ["In which files does buy milk appear?", [["grep", { pattern: "buy milk" }]]],
  ["where is buy milk mentioned?", [["grep", { pattern: "buy milk" }]]],
  ["create a file hello.txt with the text hello", [["write", { file_path: "hello.txt", content: "hello" }]]],
  [
    "Create a file a.txt with the line see b.txt, twice.",
    [["write", { file_path: "a.txt", content: "see b.txt, twice" }]],
  ],
  ["write the text hello there to a.txt", [["write", { file_path: "a.txt", content: "hello there" }]]],
  ["make a file called x.md containing Hello world", [["write", { file_path: "x.md", content: "Hello world" }]]],
  ["create an empty file a.txt", [["write", { file_path: "a.txt", content: "" }]]],
  [
    "create a file hello.txt with the text hello and read it",
    [
      ["write", { file_path: "hello.txt", content: "hello" }],
      ["read", { file_paths: ["hello.txt"] }],
    ],
  ],
  ["contents of the folder src", [["ls", { path: "src" }]]],
  ["show me the contents of the folder runtime/core", [["ls", { path: "runtime/core" }]]],
  ["What are the contents of the docs folder?", [["ls", { path: "docs" }]]],
  ["run the command ls", [["bash", { command: "ls" }]]],
  ["Run the command git log --oneline", [["bash", { command: "git log --oneline" }]]],
  ["run the command `npm test`", [["bash", { command: "npm test" }]]],
  ["execute the command echo hello", [["bash", { command: "echo hello" }]]],
  ["tell me the time in Narnia", []],
  ["I deleted a.txt yesterday", []],
  ["Tell me a joke", []],
  ["Hello!", []],
  ["What is the capital of France?", []],
  ["Write a poem about time", []],
  ["Read the file", []],
  ["Don't run `rm -rf src`", []],
  ["What does `rm -rf` do?", []],
  ["What is the time complexity of quicksort?", []],
];

describe("requests over the standard tools", () => {
  it.each(table)("%s", (request, calls) => {
    expect(callsFor(request, shippedTools)).toEqual(calls);
  });
});
