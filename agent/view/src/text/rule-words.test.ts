import { expect, it } from "vitest";
import { ruleWords } from "./rule-words.ts";

const WORDS: Readonly<Record<string, string>> = {
  "Bash(git commit:*)": "“git commit”, with anything after it",
  "Bash(git diff *)": "“git diff”, with anything after it",
  "Bash(npm run test)": "“npm run test”, and nothing after it",
  "Bash(git * main)": "commands of the form “git * main”, where * is anything",
  "Bash(git * push:*)": "commands of the form “git * push:*”, where * is anything",
  Bash: "every command",
  "Read(src/**)": "reading everything in src of this folder",
  "Read(/**)": "reading everything in this folder",
  "Read(.env)": "reading every file called .env of this folder",
  "Read(*.pem)": "reading files that match *.pem of this folder",
  "Read(//etc/hosts)": "reading /etc/hosts",
  "Edit(/out/\\*.txt)": "writing out/\\*.txt of this folder",
  "Edit(/new.txt)": "writing new.txt of this folder",
  "Edit(~/notes/**)": "writing everything in ~/notes",
  "WebFetch(domain:example.org)": "requests to example.org",
  "WebFetch(domain:*.example.org)": "requests to every host below example.org",
  "GitConfig(9f2c)": "git, as long as the repository makes it run exactly what it does now",
  "Agent(explore)": "sub-agents of the type explore",
  "Mcp(github/create_*)": "tools that match create_* of the MCP server github",
  "Mcp(github)": "every tool of the MCP server github",
  "Mcp(*/delete_*)": "tools that match delete_* of every MCP server",
  "Mcp(github/merge)": "merge of the MCP server github",
  deploy: "every call of deploy",
  mcp__files__read: "every call of mcp__files__read",
  constructor: "every call of constructor",
};

it("says of a rule what it lets through", () => {
  expect(Object.fromEntries(Object.keys(WORDS).map((rule) => [rule, ruleWords(rule)]))).toEqual(WORDS);
});
