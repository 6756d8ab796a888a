import { type Logger, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { shownIn } from "./shown-parameters.ts";
import { standardTools } from "./standard-tools.ts";

const SILENT: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function refusal(name: string, args: string, tools: readonly Tool[] = shownIn("small", standardTools())) {
  const runner = new ToolRunner({ registry: new ToolRegistry(tools), logger: SILENT });
  const { result } = await runner.exec({ name, arguments: args });
  expect(result.error?.code).toBe("unknown_tool");
  return result.error?.suggestion?.split(" Available tools: ")[0];
}

describe("a call of a tool that does not exist", () => {
  it.each([
    ["search", '{"query":"TODO"}', 'With grep: {"pattern":"TODO"}.'],
    ["find", '{"name":"*.js"}', 'With glob: {"pattern":"*.js"}.'],
    ["list", '{"directory":"src"}', 'With ls: {"path":"src"}.'],
    ["head", '{"path":"a","lines":3}', 'With read: {"file_paths":["a"],"limit":3}.'],
    ["cat", '{"path":"a"}', 'With read: {"file_paths":["a"]}.'],
    ["create", '{"path":"a","text":"x"}', 'With write: {"file_path":"a","content":"x"}.'],
    [
      "str_replace",
      '{"path":"a","old_str":"x","new_str":"y"}',
      'With edit: {"file_path":"a","old_string":"x","new_string":"y"}.',
    ],
    ["run_shell", '{"cmd":"ls"}', 'With bash: {"command":"ls"}.'],
    ["delete", '{"path":"a b"}', 'With bash: {"command":"rm \'a b\'"}.'],
    ["append", '{"file_path":"a","content":"x\\ny\\n"}', "With bash: {\"command\":\"printf '%s\\\\n' 'x\\ny' >> a\"}."],
    ["append_to_file", '{"path":"a","text":"it\'s"}', `With bash: {"command":"printf '%s\\\\n' 'it'\\\\''s' >> a"}.`],
    ["run_python", '{"code":"print(1)"}', 'With bash: {"command":"python3 -c \'print(1)\'"}.'],
    ["run_python", '{"script":"src/a.py"}', 'With bash: {"command":"python3 src/a.py"}.'],
    ["python", '{"code":"print(1)"}', 'With bash: {"command":"python3 -c \'print(1)\'"}.'],
    ["run_code", '{"language":"JavaScript","code":"1"}', 'With bash: {"command":"node -e 1"}.'],
    ["git_status", "{}", 'With bash: {"command":"git status"}.'],
    ["git_diff", '{"path":"a"}', 'With bash: {"command":"git diff -- a"}.'],
    ["git_add", '{"files":["a","b"]}', 'With bash: {"command":"git add a b"}.'],
    ["gitCommit", '{"message":"fix it"}', 'With bash: {"command":"git commit -m \'fix it\'"}.'],
    ["count_lines", '{"path":"a"}', 'With bash: {"command":"wc -l a"}.'],
    ["print", '{"text":"hi there"}', 'With bash: {"command":"echo \'hi there\'"}.'],
    ["echo", "{}", 'With bash: {"command":"echo …"}.'],
    ["ls -la", '{"path":"src"}', 'With bash: {"command":"ls -la src"}.'],
    ["ls_la", "{}", 'With bash: {"command":"ls -la"}.'],
    ["cat a.txt", "{}", 'With bash: {"command":"cat a.txt"}.'],
    ["npm test", "{}", 'With bash: {"command":"npm test"}.'],
    ["create_file", '{"filename":"a","text":"x"}', 'With write: {"file_path":"a","content":"x"}.'],
    ["open", '{"file":"a","mode":"r"}', 'With read: {"file_paths":["a"]}.'],
    ["open", '{"file":"a","mode":"w","content":"x"}', 'With write: {"file_path":"a","content":"x"}.'],
    ["finish", '{"message":"ok"}', "Answer in words, without a call."],
    ["done", "{}", "Answer in words, without a call."],
    ["touch", '{"path":"a"}', "Use write, which takes file_path (string), content (string)."],
    ["read_file", '{"path":"a"}', 'Call read with {"file_paths":["a"]}.'],
  ])("%s %s is answered with the call that is meant: %s", async (name, args, said) => {
    expect(await refusal(name, args)).toBe(said);
  });

  it.each([
    ["write_to_file", '{"path":"a","content":"x"}', 'With write: {"file_path":"a","content":"x"}.'],
    [
      "TodoWrite",
      '{"todos":[{"content":"a","status":"pending"}]}',
      'With write_todos: {"todos":[{"content":"a","status":"pending"}]}.',
    ],
    [
      "update_plan",
      '{"plan":[{"step":"a","status":"pending"}]}',
      'With write_todos: {"todos":[{"content":"a","status":"pending"}]}.',
    ],
    ["finish", '{"message":"ok"}', 'With done: {"message":"ok"}.'],
    ["final_answer", '{"answer":"4"}', 'With done: {"message":"4"}.'],
    ["KillShell", '{"job":"job-1"}', 'With bash_kill: {"job":"job-1"}.'],
    ["git", '{"command":"status"}', 'With bash: {"command":"git status"}.'],
    ["shell_exec", '{"command":"ls"}', 'With bash: {"command":"ls"}.'],
  ])("%s %s is told the tool that other agents call so: %s", async (name, args, said) => {
    expect(await refusal(name, args, standardTools())).toBe(said);
  });

  it("is answered without the shell where that is not offered, and with no other tool where none is like it", async () => {
    const files = standardTools().filter(({ name }) => name !== "bash");
    expect(await refusal("rename", '{"from":"a","to":"b"}', files)).toMatch(/^Available tools: /);
    expect(await refusal("print", '{"text":"hi"}', files)).toBe("Answer in words, without a call.");
    for (const name of [
      "rm -rf /",
      "rm -rf build",
      "sudo ls -la",
      "ls -la; rm a",
      "cat a > b",
      "git_reset",
      "git_push",
      "find files",
      "read code",
    ])
      expect(await refusal(name, "{}")).not.toContain("bash: ");
    expect(await refusal("run_code", '{"code":"1"}')).toMatch(/^Available tools: /);
    expect(await refusal("deploy_to_production", '{"path":"a"}')).toMatch(/^Available tools: /);
  });
});
