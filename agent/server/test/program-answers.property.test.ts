import { setTimeout as pause } from "node:timers/promises";
import { createCodeMode, quickJs } from "@toolwright/code-mode";
import { defineTool, type Tool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { databaseFile, startTestServer, type TestServer } from "./support/test-server.ts";

/** What happens to a question. */
interface Deed {
  /** "stop" is a no without a reason, which ends the run. */
  readonly says: "yes" | "no" | "stop" | "nothing";
  /** The server that runs the program is closed before the answer, and a new one takes the run up. */
  readonly restarts: boolean;
  /** The answer comes to the server that does not run the program. */
  readonly elsewhere: boolean;
  /** Another answer, at the other server: the same, its contrary, or its contrary at the same time. */
  readonly again: "never" | "same" | "contrary" | "at once";
  /** A yes for the question before, and one for a question that nobody asked, go before it. */
  readonly astray: boolean;
}

const deeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.record({
    says: fc.constantFrom("yes", "yes", "yes", "yes", "no", "no", "stop", "nothing"),
    restarts: fc.constantFrom(false, false, false, true),
    elsewhere: fc.boolean(),
    again: fc.constantFrom("never", "same", "contrary", "at once"),
    astray: fc.boolean(),
  } as const),
  { minLength: 1, maxLength: 5 },
);
/** How many calls a program makes at once, one group after the other. */
const groups = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });

/** Milliseconds until a question expires, where some get no answer. */
const EXPIRY_MS = 60;

function programOf(sizes: readonly number[]): string {
  const group = (size: number, at: number) => {
    const calls = Array.from({ length: size }, (_, n) => `attempt(tools.pay({ n: "${at}.${n}" }))`);
    return `said.push(...await Promise.all([${calls.join(", ")}]));`;
  };
  return ["const said = [];", ...sizes.map(group), "return said.map(({ ok }) => ok);"].join("\n");
}

/** Servers with one file, one model, and one outside world. */
class Scene {
  /** The calls that took effect, in their order. */
  readonly paid: string[] = [];
  /** The question of each call that asked. */
  readonly questions = new Map<string, string>();
  /** The answers that a server took, by the ids of their questions. */
  readonly taken = new Map<string, boolean[]>();
  readonly #file = databaseFile();
  readonly #expires: boolean;
  readonly #model;

  constructor(code: string, expires: boolean) {
    this.#expires = expires;
    this.#model = scripted([{ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] }, { text: "Done." }]);
  }

  server(): Promise<TestServer> {
    const pay: Tool = defineTool({
      name: "pay",
      description: "Pays.",
      input: z.object({ n: z.string() }),
      allowlist: "all",
      effects: "external",
      requiresConfirmation: true,
      execute: (_, { toolCallId }) => `paid ${this.paid.push(toolCallId)}`,
    });
    return startTestServer({
      file: this.#file,
      model: this.#model,
      tools: [createCodeMode([pay], { executor: quickJs({ threads: false }) }).tool],
      ...(this.#expires && { server: { limits: { approvalMs: EXPIRY_MS } } }),
    });
  }

  /** A yes, or a no that lets the program go on; without a reason a no ends the run. */
  async answer({ send }: TestServer, approvalId: string, approve: boolean, reason = "not this"): Promise<void> {
    const body = approve ? { approve } : { approve, reason };
    const { ok } = await send(`/api/approvals/${approvalId}`, { body });
    if (ok) this.taken.set(approvalId, [...(this.taken.get(approvalId) ?? []), approve]);
  }
}

/** One question of a run: where it is answered, and how. */
interface Asked {
  readonly approvalId: string;
  /** The id of the question before. */
  readonly before: string;
  readonly one: TestServer;
  readonly two: TestServer;
}

async function answerAs(scene: Scene, { says, again, astray }: Deed, { approvalId, before, one, two }: Asked) {
  if (astray) for (const id of [before, crypto.randomUUID()]) await scene.answer(one, id, true);
  const isOpen = () => one.store.approvals.list().some((question) => question.approvalId === approvalId);
  while (says === "nothing" && isOpen()) await pause(5);
  const approve = says === "yes" || says === "nothing";
  const contrary = again === "at once" ? [scene.answer(two, approvalId, !approve)] : [];
  await Promise.all([scene.answer(one, approvalId, approve, says === "stop" ? "" : undefined), ...contrary]);
  if (again === "same" || again === "contrary") await scene.answer(two, approvalId, approve === (again === "same"));
}

async function play(sizes: readonly number[], deeds: readonly Deed[]): Promise<Scene> {
  const scene = new Scene(
    programOf(sizes),
    deeds.some(({ says }) => says === "nothing"),
  );
  let running = await scene.server();
  const other = await scene.server();
  const { approvals, threads } = other.store;
  const response = await running.send("/api/chat", { body: { message: "go" } });
  response.text().catch(() => "cut");
  let before = "nobody's";
  for (let at = 0; threads.list({ channel: "web" }).threads[0]?.status !== "idle"; await pause(1)) {
    const [question] = approvals.list();
    if (question === undefined) continue;
    const { approvalId, toolCallId } = question;
    expect(scene.questions.get(toolCallId) ?? approvalId).toBe(approvalId);
    scene.questions.set(toolCallId, approvalId);
    const deed = deeds[at++ % deeds.length] as Deed;
    if (deed.restarts) {
      await running.close();
      running = await scene.server();
    }
    const [one, two] = deed.elsewhere ? [other, running] : [running, other];
    await answerAs(scene, deed, { approvalId, before, one, two });
    before = approvalId;
  }
  await Promise.all([running.close(), other.close()]);
  return scene;
}

// Found by it: a second answer that counts; another id after a restart; silence that counts as a yes; an answer that a
// store took in time, and the run heard of only when the time was over.
it("counts an answer for one call: given twice, late, astray, after a restart, or to two servers", async () => {
  await fc.assert(
    fc.asyncProperty(groups, deeds, async (sizes, given) => {
      const { paid, taken, questions } = await play(sizes, given);
      for (const answers of taken.values()) expect(answers).toHaveLength(1);
      const allowed = [...questions].flatMap(([call, question]) => (taken.get(question)?.[0] === true ? [call] : []));
      if (given.every(({ says }) => says !== "stop")) expect(paid.toSorted()).toEqual(allowed.toSorted());
      // The end of a run takes calls along that were allowed in the same moment.
      expect(paid.filter((call, at) => !allowed.includes(call) || paid.indexOf(call) !== at)).toEqual([]);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 8), seed: Number(process.env.PROPERTY_SEED ?? Date.now()) },
  );
});
