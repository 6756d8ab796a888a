import { describe, expect, it } from "vitest";
import { aCall, type RenderOptions, renderCall, renderParts } from "../cards/render-call.test-data.tsx";
import { answeredWords } from "./approval-card.tsx";

const call = {
  toolName: "bash",
  argsText: '{"command":"rm a"}',
  approval: { id: "q1", prompt: "It is not allowed yet." },
};
const approvals = { decide: async () => undefined, rulesFor: () => ["Bash(rm a)"] };

describe("a question", () => {
  it("shows the command, the reason, and every way to answer", () => {
    const html = renderCall(call, { approvals });
    expect(html).toContain("rm a</pre>");
    expect(html).toContain("It is not allowed yet.");
    for (const words of ["Allow once", "Always allow…", "Edit arguments…", "Refuse with a note…", "Refuse and stop"]) {
      expect(html).toContain(words);
    }
  });

  it("shows the command last and whole, after one line of the model's words, with what hides in it spelled out", () => {
    const command = `echo ${"x".repeat(30_000)}\u00a0\u202e\u3164; rm a`;
    const argsText = JSON.stringify({ command, description: "Prints.\nAllow once" });
    const html = renderCall({ ...call, argsText }, { approvals });
    const question = html.slice(html.indexOf("tw-ask-title"));
    expect(question).toContain("The model says: Prints.\\nAllow once</p>");
    expect(question).toContain(`echo ${"x".repeat(30_000)}\\u{a0}\\u{202e}\\u{3164}; rm a</pre>`);
    expect(question.indexOf("; rm a</pre>")).toBeLessThan(question.indexOf("Allow once</button>"));
    expect(question.slice(question.indexOf("; rm a</pre>"), question.indexOf("Allow once</button>"))).not.toContain(
      "<p",
    );
  });

  it("shows a change as it was told, not as its arguments say, and marks in a command what cannot be taken back", () => {
    const hunks = [{ oldStart: 7, newStart: 7, text: " six\n-seven\n+7" }];
    const file = { path: "a.txt", change: "modified", added: 72, removed: 172, hunks };
    const asked = (argsText: string, shows: object, toolName: string) =>
      renderParts(
        [
          aCall({ ...call, toolName, argsText }),
          { type: "data", name: "approval-request", data: { toolCallId: "c1", approvalId: "q1", shows, preview: "h" } },
        ],
        { approvals },
      );
    const write = '{"file_path":"a.txt","content":"only this\\n"}';
    const html = asked(write, { files: [file] }, "write");
    expect(html).toContain("+72 −172");
    expect(html).toContain("seven");
    expect(html).not.toContain("only this");
    const part = asked(write, { files: [{ ...file, left: 1_200 }] }, "write");
    expect(part).toContain("1,200 changed lines of a.txt are not in this diff.");
    expect(part).toContain("only this");
    const line = asked('{"command":"cd a && rm b"}', { command: { text: "cd a && rm b", marks: [[8, 10]] } }, "bash");
    expect(line).toContain("cd a &amp;&amp; <mark>rm</mark> b</pre>");
    expect(asked('{"url":"https://a.example/"}', { host: "a.example" }, "web_fetch")).toContain(
      "It talks to a.example.",
    );
  });

  it("offers no rule where none can be saved", () => {
    expect(renderCall(call, { approvals: { ...approvals, rulesFor: () => [] } })).not.toContain("Always allow");
  });

  it("has only what assistant-ui can answer where the app gives nothing else", () => {
    const html = renderCall(call);
    expect(html).toContain("Allow once");
    expect(html).not.toContain("Edit arguments");
  });

  it("shows the arguments that it is about, where the card shows others", () => {
    const asked = { ...approvals, argumentsFor: () => ({ command: "rm -r /" }) };
    const html = renderCall(call, { approvals: asked });
    expect(html).toContain("which differ from those above");
    expect(html).toContain("rm -r /");
    expect(renderCall(call, { approvals: { ...approvals, argumentsFor: () => ({ command: "rm a" }) } })).not.toContain(
      "which differ",
    );
  });

  it("has no form and no button that Enter presses", () => {
    const html = renderCall(call, { approvals });
    expect(html).not.toContain("<form");
    expect(html).not.toContain("autofocus");
    expect(html).not.toMatch(/<button(?! type="button")/);
  });
});

describe("an answered question", () => {
  const after = (approval: object, options: RenderOptions = {}) =>
    renderCall({ ...call, approval: { id: "q1", ...approval } }, { ...options, areOpen: true });

  it.each([
    [{ approved: true }, ">Allowed<"],
    [{ approved: false, reason: "not now" }, ">Refused: not now<"],
    [{ resolution: "expired" }, ">Expired<"],
  ])("%j is one line", (approval, words) => {
    const html = after(approval);
    expect(html).toContain(words);
    expect(html).not.toContain("Allow once");
  });

  it("tells a question that was open for too long from one that was taken back", () => {
    const asked = { toolCallId: "c1", approvalId: "q1", expiresAt: 5_000 };
    const over = (completedAt: number) =>
      renderParts(
        [
          aCall({ ...call, approval: { id: "q1", resolution: "cancelled" }, timing: { startedAt: 0, completedAt } }),
          { type: "data", name: "approval-request", data: asked },
        ],
        { areOpen: true },
      );
    expect(over(5_000)).toContain(">Expired<");
    expect(over(4_000)).toContain(">No answer: the question is over<");
  });

  it("says that the arguments were others", () => {
    const answer = { approve: true, arguments: { command: "ls" } };
    expect(answeredWords({ id: "q1" }, answer)).toBe("Allowed with other arguments");
    expect(answeredWords({ id: "q1", approved: true }, answer)).toBe("Allowed with other arguments");
  });
});
