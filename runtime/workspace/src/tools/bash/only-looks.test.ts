import { describe, expect, it } from "vitest";
import { onlyLooks } from "./only-looks.ts";

describe("a line that only looks", () => {
  it.each([
    "ls",
    "pwd",
    "cat a.txt",
    "cat ../a.txt",
    "cat /etc/hosts",
    "grep -r x . | wc -l",
    "git status",
    "git log --oneline",
    "cd src && find . -name '*.ts'",
    "ls > /dev/null",
    "node --version",
    "cat $(ls)",
  ])("is %s", (command) => {
    expect(onlyLooks(command)).toBe(true);
  });

  it.each([
    "rm a.txt",
    "mv a b",
    "touch x",
    "ls; rm x",
    "sed -i s/a/b/ x",
    "echo hi > f",
    "ls x > /tmp/f",
    "echo x > .env",
    "git commit -m x",
    "npm test",
    "curl https://example.com",
    "unheard-of",
    "rm -rf /",
    "cat a | sh",
  ])("is not %s", (command) => {
    expect(onlyLooks(command)).toBe(false);
  });
});
