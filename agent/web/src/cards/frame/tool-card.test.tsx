import { describe, expect, it } from "vitest";
import { aCall, renderCall, renderParts } from "../render-call.test-data.tsx";

const args = '{"city":"Bergen"}';

describe("the state of a card", () => {
  it("says that arguments arrive until they are whole", () => {
    const html = renderCall({ argsText: '{"city":"Ber' });
    expect(html).toContain("Receiving arguments");
    expect(html).toContain('aria-busy="true"');
    expect(html).toContain("Ber");
  });

  it("says that it runs, and shows what is printed, joined from all its parts", () => {
    const chunk = (text: string, toolCallId = "c1") =>
      ({ type: "data", name: "tool-output", data: { toolCallId, chunk: text } }) as const;
    const html = renderParts([aCall({ argsText: args }), chunk("one "), chunk("elsewhere", "c2"), chunk("two")]);
    expect(html).toContain("Running");
    expect(html).toContain(">one two</pre>");
    expect(html).not.toContain("elsewhere");
  });

  it("says of calls behind a question that they wait their turn", () => {
    const asked = (approval: object) => ({ ...aCall({ argsText: args }), approval: { id: "a1", ...approval } });
    const next = { ...aCall({ argsText: args }), toolCallId: "c2" };
    const html = renderParts([asked({}), next]);
    expect(html).toContain("Waiting its turn");
    const [, waiting = ""] = html.split('data-state="queued"');
    expect(waiting, "it is one line").not.toContain("tw-card-body");
    expect(html).not.toContain("Running");
    expect(renderParts([asked({ approved: true }), next])).not.toContain("Waiting its turn");
  });

  it("says how long it took, and is closed", () => {
    const html = renderCall({ argsText: args, result: "rain", timing: { startedAt: 1_000, completedAt: 2_500 } });
    expect(html).toContain("Done");
    expect(html).toContain("1.5 s");
    expect(html).toContain('aria-expanded="false"');
    expect(html).not.toContain("rain");
  });

  it("shows a failed call as failed, although assistant-ui calls it complete", () => {
    const result = { ok: false, errorCode: "timeout", message: "timed out after 5s." };
    const html = renderCall({ argsText: args, result, isError: true });
    expect(html).toContain('data-state="failed"');
    expect(html).toContain("Failed: timeout");
    expect(html).toContain('role="alert"');
    expect(html).toContain("timed out after 5s.");
  });

  it("shows what the tool itself said of its failure", () => {
    expect(renderCall({ argsText: args, result: "no such file", isError: true })).toContain("no such file");
  });

  it.each([
    ["policy_denied", "Refused"],
    ["approval_denied", "Refused"],
    ["aborted", "Stopped"],
    ["skipped", "Stopped"],
  ])("tells %s apart from a failure", (errorCode, word) => {
    const result = { ok: false, errorCode, message: "because" };
    expect(renderCall({ argsText: args, result, isError: true })).toContain(word);
  });

  it("never says that a call runs whose message has ended", () => {
    expect(renderCall({ argsText: args }, { status: { type: "incomplete", reason: "cancelled" } })).toContain(
      "Stopped",
    );
    expect(renderCall({ argsText: args }, { status: { type: "complete", reason: "stop" } })).toContain("Stopped");
  });
});

describe("what else is told of a call", () => {
  const data = (name: string, told: object) => ({ type: "data", name, data: { toolCallId: "c1", ...told } }) as const;
  const ended = aCall({ argsText: args, result: "Started.", timing: { startedAt: 0, completedAt: 9_000 } });

  it("is how long it took, which assistant-ui only guesses, and what the tool says to people", () => {
    const html = renderParts([ended, data("tool-end", { durationMs: 2_000, forUser: "Look at the sky." })], {
      areOpen: true,
    });
    expect(html).toContain("2 s");
    expect(html).toContain("Look at the sky.");
  });

  it("is that it goes on, until what came of it is there", () => {
    const parts = [ended, data("tool-end", { durationMs: 1, async: true })];
    expect(renderParts(parts, { areOpen: true })).toContain("It is still running in the background.");
    const late = renderParts([...parts, data("async-result", { result: "Rain.", isError: false })], { areOpen: true });
    expect(late).not.toContain("It is still running in the background.");
    expect(late).toContain("Rain.");
  });

  it("is the question about it, where the part has none", () => {
    const asked = data("approval-request", { approvalId: "q1", reason: "Why not?", arguments: { city: "Oslo" } });
    const open = aCall({ argsText: args });
    const html = renderParts([open, asked]);
    expect(html).toContain("Waiting for your answer");
    expect(html).toContain("Why not?");
    expect(html).toContain("Oslo");
    const answered = renderParts([open, asked, data("approval-decision", { approve: true })]);
    expect(answered).toContain("Running");
    expect(answered).toContain(">Allowed<");
  });
});

describe("calls inside calls", () => {
  const outer = aCall({ toolCallId: "out", toolName: "outer", argsText: "{}" });
  const inner = aCall({ toolCallId: "in", toolName: "inner", argsText: "{}", parentId: "out" });

  it("are shown in the card around them and nowhere else", () => {
    const html = renderParts([outer, inner]);
    expect(html.split('data-tool="inner"')).toHaveLength(2);
    expect(html.indexOf('class="tw-nested"')).toBeLessThan(html.indexOf('data-tool="inner"'));
  });

  it("stand on their own where the message does not hold the call around them", () => {
    expect(renderParts([inner])).toContain('data-tool="inner"');
  });

  it("are not lost where a call names itself as the one around it", () => {
    expect(renderParts([aCall({ toolCallId: "x", parentId: "x" })])).toContain('data-tool="unknown_tool"');
  });

  it("end at some depth", () => {
    const chain = Array.from({ length: 2_000 }, (_, place) =>
      aCall({ toolCallId: `c${place}`, ...(place === 0 ? {} : { parentId: `c${place - 1}` }) }),
    );
    const html = renderParts(chain);
    expect(html.split("<section")).toHaveLength(10);
    expect(html).toContain("The calls inside this one are not shown.");
  });
});

it("images of a result are shown where their addresses hold them, and none is fetched", () => {
  const image = (mediaType: string, data: string) => ({ type: "image", mediaType, data });
  const result = [
    { type: "text", text: "a picture" },
    image("image/png", "AAAA"),
    image("image/svg+xml", "AAAA"),
    image("image/png", "https://elsewhere.example/a.png"),
  ];
  const html = renderCall({ argsText: args, result });
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html).toContain('src="data:image/png;base64,AAAA"');
});
