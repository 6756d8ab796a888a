import fc from "fast-check";
import { expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { MemoryJournal } from "../journal/memory-journal.ts";
import { resumeToolLoop } from "../loop/resume.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { ToolContext } from "../tool/tool.ts";
import type { Approver, askForWrites } from "./policy.ts";

/** Which of its calls a program makes together, and which of them hang on what came before. */
type Stage = readonly { readonly name: "look" | "save" | "ask" | "fail"; readonly hangsOn: boolean }[];

/** What people say to the n-th question. */
type Answers = readonly ("yes" | "no" | "edit")[];

const stages = fc.array(
  fc.array(fc.record({ name: fc.constantFrom("look", "save", "ask", "fail"), hangsOn: fc.boolean() } as const), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 4 },
);
const answers = fc.array(fc.constantFrom("yes", "no", "edit"), { minLength: 1, maxLength: 4 });

/** One process after the other, all with one journal and one outside world. */
class World {
  readonly journal = new MemoryJournal();
  /** How often each call took effect. */
  readonly effects = new Map<string, number>();
  readonly unasked: string[] = [];
  readonly #allowed = new Set<string>();
  readonly #stages: readonly Stage[];
  readonly #answers: Answers;
  /** Events are stored a while after they were given, in their order. */
  readonly #isSlow: boolean;
  #life = 0;

  constructor(program: readonly Stage[], given: Answers, isSlow: boolean) {
    this.#isSlow = isSlow;
    this.#stages = program;
    this.#answers = given;
  }

  get isDone(): boolean {
    return this.journal.events.some(({ type }) => type === "done");
  }

  /** What the program came to. */
  get said(): unknown {
    return this.journal.events.flatMap((event) =>
      event.type === "tool_call_end" && event.id === "p" ? [event.data.result.output] : [],
    );
  }

  /** Runs until the end, or until so many events more are stored: from there on nothing of that process happens. */
  async live(eventsLeft: number): Promise<void> {
    const life = ++this.#life;
    let left = eventsLeft;
    const isDead = () => left <= 0 || life !== this.#life;
    const forever = new Promise<never>(() => undefined);
    const store = (event: JournalEvent) => {
      if (isDead()) return forever;
      left -= 1;
      this.journal.append(JSON.parse(JSON.stringify(event)));
      return left <= 0 ? forever : undefined;
    };
    let last = Promise.resolve<void>(undefined);
    const journal = {
      keepsOrder: this.#isSlow,
      append: (event: JournalEvent) => {
        if (!this.#isSlow) return store(event);
        last = last.then(() => new Promise((resolve) => setTimeout(resolve, 1))).then(() => store(event));
        return last;
      },
      read: () => this.journal.read(),
    };
    const died = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (!isDead()) return;
        clearInterval(look);
        resolve();
      }, 1);
      if (eventsLeft === Infinity) clearInterval(look);
    });
    const does =
      (name: string) =>
      async (input: unknown, { toolCallId, idempotencyKey }: ToolContext) => {
        await new Promise((resolve) => setTimeout(resolve, toolCallId.length % 3));
        if (isDead()) return forever;
        this.effects.set(idempotencyKey, (this.effects.get(idempotencyKey) ?? 0) + 1);
        if (name === "ask" && !this.#allowed.has(toolCallId)) this.unasked.push(toolCallId);
        if (name === "fail") throw new Error("It failed.");
        return `${name} ${toolCallId} ${JSON.stringify(input)}`;
      };
    const tools = [
      toolOf("look", does("look"), { effects: "read" }),
      toolOf("save", does("save"), { effects: "write" }),
      toolOf("fail", does("fail"), { effects: "write" }),
      toolOf("ask", does("ask"), { effects: "external" }),
      toolOf("program", (_, ctx) => this.#program(ctx), { effects: "external", replays: true }),
    ];
    const approver: Approver = {
      approve: async ({ approvalId, toolCallId }) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        const said = this.#answers[Number(toolCallId.split("/")[1]) % this.#answers.length];
        if (said !== "no" && !isDead()) this.#allowed.add(toolCallId);
        if (said === "no") return { approvalId, approve: false, reason: "Not that." };
        return said === "edit"
          ? { approvalId, approve: true, arguments: { edited: true } }
          : { approvalId, approve: true };
      },
    };
    const policy = {
      decide: (tool: Parameters<typeof askForWrites.decide>[0]) =>
        ({ verdict: tool.name === "ask" ? "ask" : "allow" }) as const,
    };
    const isAsked = () => this.journal.events.some(({ type }) => type === "assistant_message");
    const model = new WrittenModel(() =>
      isAsked() ? { text: "end" } : { calls: [{ id: "p", name: "program", args: {} }] },
    );
    const config = { model, tools, approver, policy, activity: new ActivityStream(journal), logger: SILENT_LOG };
    const isOpen = this.journal.events.some(({ type }) => type === "run_start");
    const ran = isOpen ? resumeToolLoop(config) : runToolLoop(config, [{ role: "user", content: "go" }]);
    await Promise.race([ran, died]);
  }

  async #program(ctx: ToolContext): Promise<string> {
    const seen: string[] = [];
    for (const stage of this.#stages) {
      const before = seen.join().length;
      const made = stage.map(async ({ name, hangsOn }, n) => {
        const { output, error } = await ctx.call(name, { n, ...(hangsOn && { before }) });
        return error?.code ?? (output.type === "text" ? output.text : "");
      });
      seen.push(...(await Promise.all(made)));
    }
    return seen.join("\n");
  }
}

const nothing = () => undefined;
const SILENT_LOG = { debug: nothing, info: nothing, warn: nothing, error: nothing };

it("takes effect at most once, unasked never, and comes to its end, wherever its processes die", async () => {
  const places = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(stages, answers, places, fc.boolean(), async (program, given, deaths, isSlow) => {
      const whole = new World(program, given, isSlow);
      await whole.live(Infinity);
      const world = new World(program, given, isSlow);
      for (const eventsLeft of [...deaths, Infinity]) if (!world.isDone) await world.live(eventsLeft);

      expect(world.isDone).toBe(true);
      expect(world.unasked).toEqual([]);
      const isRepeatable = new Set(
        world.journal.events.flatMap((event) =>
          event.type === "tool_call_start" && event.data.toolName === "look" ? [event.data.toolCallId] : [],
        ),
      );
      const doubled = [...world.effects].filter(
        ([key, count]) => count > 1 && !isRepeatable.has(key.slice(key.indexOf("/") + 1)),
      );
      expect(doubled).toEqual([]);
      const open = new Set<string>();
      for (const { type, id } of world.journal.events) {
        if (type === "tool_call_start") open.add(id);
        if (type === "tool_call_end") open.delete(id);
      }
      expect([...open]).toEqual([]);
      if (!JSON.stringify(world.said).includes("outcome_unknown")) expect(world.said).toEqual(whole.said);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 60) },
  );
});
