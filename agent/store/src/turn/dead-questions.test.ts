import { defineTool, type Tool } from "@toolwright/core";
import { expect, it, onTestFinished } from "vitest";
import { toolOf } from "../../../../runtime/core/test/making.ts";
import { WrittenModel } from "../../../../runtime/core/test/support.ts";
import { alice, freshStore } from "../../test/making.ts";
import { openStore, type SqliteStore } from "../sqlite/open-store.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const questionsOf = (store: SqliteStore) => store.approvals.list({ conversation: alice }).map((one) => one.toolCallId);

it.each([
  [true, "p", "p/0"],
  [false, "p", "p/0"],
  [true, "p/0", "p/0'"],
])(
  "a question inside a tool that replays (%s) waits on after a death, any other one not, beside a call %s",
  async (replays, other, id) => {
    const ran: string[] = [];
    const pay: Tool = toolOf("pay", () => String(ran.push("paid")), {
      effects: "external",
      requiresConfirmation: true,
    });
    const pays = defineTool({
      name: "pays",
      description: "Pays.",
      input: { type: "object" },
      effects: { kind: "external", onlyCalls: true },
      replays,
      subTools: [pay],
      execute: async (_, context) => (await context.call(pay, {})).output,
    });
    const config = (answers: ConstructorParameters<typeof WrittenModel>[0]) => ({
      model: new WrittenModel(answers),
      tools: [pays, toolOf("look", () => "seen", { effects: "read" })],
      logger,
    });
    const store = freshStore();
    void store
      .run(
        alice,
        config([{ calls: [...(other === "p" ? [] : [{ id: other, name: "look" }]), { id: "p", name: "pays" }] }]),
        "go",
      )
      .catch(() => {});
    await expect.poll(() => questionsOf(store)).toEqual([id]);
    store.close();
    const next = openStore({ file: store.file, pollMs: 10 });
    onTestFinished(() => next.close());
    const twins = [toolOf("twin", () => ""), toolOf("twin", () => "")];
    const refused = await next.resume(alice, { ...config([]), tools: twins });
    expect([refused.error?.code, questionsOf(next)]).toEqual(["invalid_options", replays ? [id] : []]);
    const going = next.resume(alice, config([{ text: "end" }]));
    if (replays) {
      const [question] = next.approvals.list({ conversation: alice });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(next.decide(question?.approvalId ?? "", { approve: true }).outcome).toBe("accepted");
    }
    expect([(await going).stopReason, ran, questionsOf(next)]).toEqual(["stop", replays ? ["paid"] : [], []]);
  },
);
