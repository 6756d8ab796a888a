import type { ApprovalRequest, Approver } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { call, connect } from "./support/hell.ts";

/** A person who fills in forms in one way, and what they were shown. */
function person(answer: (request: ApprovalRequest) => object): Approver & { readonly shown: ApprovalRequest[] } {
  const shown: ApprovalRequest[] = [];
  return {
    shown,
    async approve(request) {
      shown.push(request);
      return { approvalId: request.approvalId, approve: true, ...answer(request) };
    },
  };
}

const fills = (answers: object) => person(({ arguments: asked }) => ({ arguments: { ...asked, answers } }));
const outputOf = (settled: Awaited<ReturnType<typeof call>>) => {
  const { output } = settled.result;
  return output?.type === "text" ? JSON.parse(output.text) : output;
};

describe.each([
  ["in the words of 2025", "asks", (answer: object) => answer],
  ["in the words of 2026", "asks-back", (answer: object) => ({ who: answer })],
])("a question of a server, %s,", (_, row, told) => {
  it("is a form for whoever answers approvals", async () => {
    const approver = fills({ name: "Ada", age: 36 });
    const settled = await call(await connect(row), "echo", {}, { approver });
    expect(outputOf(settled)).toEqual(told({ action: "accept", content: { name: "Ada", age: 36 } }));
    expect(approver.shown).toMatchObject([
      {
        toolName: "mcp_question",
        arguments: {
          server: "hell",
          tool: "echo",
          message: "Who are you?",
          fields: [
            { name: "name", label: "name", kind: "text", required: true },
            { name: "age", kind: "integer", required: false, initial: 7 },
          ],
        },
      },
    ]);
  });

  it("takes what the server would fill in where a person leaves it", async () => {
    const settled = await call(await connect(row), "echo", {}, { approver: fills({ name: "Ada" }) });
    expect(outputOf(settled)).toEqual(told({ action: "accept", content: { name: "Ada", age: 7 } }));
  });

  it("is asked again where a yes brings no answers, with what is left open", async () => {
    const approver = person(({ arguments: asked }) =>
      asked.problem === undefined ? {} : { arguments: { ...asked, answers: { name: "Ada" } } },
    );
    const settled = await call(await connect(row), "echo", {}, { approver });
    expect(approver.shown.map((request) => request.arguments.problem)).toEqual([
      undefined,
      "A yes alone answers nothing: name is left open.",
    ]);
    expect(outputOf(settled)).toEqual(told({ action: "accept", content: { name: "Ada", age: 7 } }));
  });

  it("is asked again where the answer does not fit, with what is wrong", async () => {
    let count = 0;
    const approver = person(({ arguments: asked }) => {
      count += 1;
      return { arguments: { ...asked, answers: count === 1 ? { age: "old" } : { name: "Ada" } } };
    });
    const settled = await call(await connect(row), "echo", {}, { approver });
    expect(outputOf(settled)).toMatchObject(told({ action: "accept" }));
    expect(approver.shown[1]?.arguments.problem).toContain("/answers");
  });

  it.each([
    ["nobody can be asked", undefined],
    ["a person says no, with a reason", person(() => ({ approve: false, reason: "None of its business." }))],
    ["a plain yes leaves something open", person(() => ({}))],
  ])("is declined where %s", async (_why, approver) => {
    const settled = await call(await connect(row), "echo", {}, approver === undefined ? {} : { approver });
    expect(outputOf(settled)).toEqual(told({ action: "decline" }));
  });
});

describe("a question of a server", () => {
  it("that is an address is shown, and accepted with a yes", async () => {
    const approver = person(() => ({}));
    const settled = await call(await connect("asks-address"), "echo", {}, { approver });
    expect(outputOf(settled)).toEqual({ action: "accept" });
    expect(approver.shown[0]?.arguments).toMatchObject({ url: "https://example.org/login", message: "Log in." });
  });

  it("that no form can hold is declined, and nobody is asked", async () => {
    const approver = person(() => ({}));
    expect(outputOf(await call(await connect("asks-much"), "echo", {}, { approver }))).toEqual({ action: "decline" });
    expect(approver.shown).toEqual([]);
  });

  it("that comes before the call lets the call be made again", async () => {
    const mcp = await connect("asks-address-first");
    const { result } = await call(mcp, "echo", {}, { approver: person(() => ({})) });
    expect(result.output).toEqual({ type: "text", text: "welcome" });
    const refused = await call(await connect("asks-address-first"), "echo");
    expect(refused.message.content).toContain("Log in first.");
  });

  it("that never ends does", async () => {
    const { message } = await call(await connect("asks-for-ever"), "echo", {}, { approver: fills({}) });
    expect(message.content).toContain("it still asks for input after 10 answers");
  });

  it("for a model is refused", async () => {
    const { message } = await call(await connect("asks-for-model"), "echo", {}, { approver: fills({}) });
    expect(message.content).toContain("sampling/createMessage, which is not offered to servers");
  });

  it("stops the clock of the call", async () => {
    const approver = person(({ arguments: asked }) => ({ arguments: { ...asked, answers: { name: "Ada" } } }));
    const slow: Approver = {
      async approve(...asked) {
        await new Promise((resolve) => setTimeout(resolve, 900));
        return approver.approve(...asked);
      },
    };
    const settled = await call(await connect("asks", { server: { timeoutMs: 600 } }), "echo", {}, { approver: slow });
    expect(outputOf(settled)).toMatchObject({ action: "accept" });
  });

  it("ends the run where a person refuses without a reason", async () => {
    const { result } = await call(await connect("asks"), "echo", {}, { approver: person(() => ({ approve: false })) });
    expect(result.output).toEqual({ type: "text", text: '{"action":"decline"}' });
  });
});
