import type { ThreadMessageLike } from "@assistant-ui/react";
import { describe, expect, it } from "vitest";
import { commitOutcome } from "./commit-outcome.ts";

function outcomeOf(call: object, isRunning = false) {
  const part = { type: "tool-call", toolCallId: "c", toolName: "bash", argsText: "{}", ...call } as const;
  const messages: ThreadMessageLike[] = [
    { role: "user", content: "go" },
    { role: "assistant", content: [part] },
  ];
  const { kind, text } = commitOutcome({ messages, isRunning }, "c");
  return `${kind}: ${text}`;
}

function printed(stdout: string, returnCode = 0) {
  return { result: `${stdout}[exit ${returnCode}]`, isError: false, artifact: { stdout, returnCode } };
}

describe("what came of a commit", () => {
  it("names the commit as git says it, whatever the branch and the message are called", () => {
    expect(outcomeOf(printed("[main 1a2b3c4] Add a list\n 1 file changed\n"))).toBe("committed: Committed 1a2b3c4.");
    expect(outcomeOf(printed("[main (root-commit) 1a2b3c4] Begin\n"))).toBe("committed: Committed 1a2b3c4.");
    expect(outcomeOf(printed("[a]b 1a2b3c4] [x 9999999] y\n"))).toMatch(/^committed: Committed /);
    expect(outcomeOf(printed("[x 9999999] a hook\n[detached HEAD 1a2b3c4] z\n"))).toBe("committed: Committed 1a2b3c4.");
    expect(outcomeOf(printed("quiet\n"))).toBe("committed: Committed.");
  });

  it("is none where the answer, a hook or git said no, or the run ended without one", () => {
    const none = "failed: Nothing was committed: the call in the conversation says why.";
    expect(outcomeOf(printed("[main 1a2b3c4] not so\n", 1))).toBe(none);
    expect(outcomeOf({ result: { ok: false, errorCode: "refused" }, isError: true })).toBe(none);
    expect(outcomeOf({})).toBe(none);
  });

  it("asks, and is under way, as long as the run goes on", () => {
    expect(outcomeOf({ approval: { id: "a" } }, true)).toMatch(/^asks: /);
    expect(outcomeOf({ approval: { id: "a", approved: true } }, true)).toMatch(/^runs: /);
    expect(commitOutcome({ messages: [], isRunning: true }, "c").kind).toBe("runs");
  });
});
