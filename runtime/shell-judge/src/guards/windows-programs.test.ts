import { describe, expect, it } from "vitest";
import { commandLineJudge } from "../decide/judge.ts";
import { readPolicy } from "../rules/policy-file.ts";

const PLACE = { cwd: "/work/repo", home: "/home/u" };

function judgeOf(allow: readonly string[]) {
  const parsed = readPolicy({ allow });
  if (!parsed.ok) throw new Error(parsed.message);
  return commandLineJudge({ ...PLACE, policy: parsed.policy });
}

describe("lines for PowerShell and cmd, and programs of Windows", () => {
  const anything = judgeOf(["Bash", "Read(//**)"]);

  it.each([
    "powershell -c 'Remove-Item -Recurse C:/Users'",
    "powershell.exe -NoProfile -Command ls",
    "PowerShell.EXE -enc AAAA",
    "pwsh -c ls",
    "pwsh.exe -File a.ps1",
    "cmd /c dir",
    "cmd.exe /c 'del /s /q *'",
    "CMD /c dir",
    "/mnt/c/Windows/System32/cmd.exe /c dir",
    "wsl ls",
    "wsl.exe --exec ls",
    "bash.exe -c ls",
    "git.exe status",
    "explorer.exe .",
    "./setup.bat",
    "build.cmd x",
    "cscript a.js",
    "mshta x",
    "rundll32 x",
    "timeout 5 powershell.exe -c ls",
    "echo a | clip.exe",
    "find . -exec cmd.exe /c del {} ;",
  ])("are asked about under a rule for everything: %s", (line) => {
    expect(anything(line).verdict).not.toBe("allow");
    expect(commandLineJudge(PLACE)(line).verdict).not.toBe("allow");
  });

  it("are allowed by a rule that spells the whole line", () => {
    expect(judgeOf(["Bash(clip.exe -a)"])("clip.exe -a").verdict).toBe("allow");
  });

  it.each(["git status", "cat a.bat", "grep powershell README.md", "rg -n cmd src", "ls a.exe"])(
    "are told from lines that only name such a program: %s",
    (line) => {
      expect(commandLineJudge(PLACE)(line).verdict).toBe("allow");
    },
  );
});
