import { EventEmitter, once } from "node:events";
import { type Conversation, defineTool, type ModelPort } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { openStore } from "@toolwright/store";
import { expect, it, onTestFinished, vi } from "vitest";
import { databaseFile } from "../../test/support/test-server.ts";
import { WEB } from "../channels.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { Metrics } from "../metrics/metrics.ts";
import { LiveThreads } from "./live-threads.ts";
import { RulesBeingSaved } from "./rules-being-saved.ts";

it("counts a run that begins once, also while its first event is being stored", async () => {
  const store = openStore({ file: databaseFile() });
  onTestFinished(() => store.close());
  const agent = { model: "script:test", config: () => ({ model: scripted([{ text: "Hello." }]) }) };
  const rules = new RulesBeingSaved();
  const threads = new LiveThreads({
    ...{ store, agent, limits: DEFAULT_LIMITS, logger: console, rules },
    metrics: new Metrics({ isTool: () => true, gauges: [] }),
  });
  const message = { role: "user", content: "Hi" } as const;
  const conversation = { channel: WEB, chatId: "one" };
  const counts = new Set<number>();
  let hasBegun = false;
  const begun = threads.begin({ conversation, message, caller: { requestId: "r" } }).finally(() => (hasBegun = true));
  while (!hasBegun) {
    counts.add(threads.running);
    await new Promise(setImmediate);
  }
  expect(await begun).toMatchObject({ ok: true });
  expect([...counts]).toEqual([1]);
  await threads.close();
});

it("knows of a run that took long to begin while many others came to their end", async () => {
  const store = openStore({ file: databaseFile() });
  onTestFinished(() => store.close());
  const told = new EventEmitter();
  const [configured, ended] = [once(told, "configured"), once(told, "ended")];
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    input: { type: "object" },
    allowlist: "all",
    effects: "read",
    execute: () => ended.then(() => "waited"),
  });
  const script = [{ toolCalls: [{ id: "c", name: "wait", arguments: {} }] }, { text: "Done." }];
  const agent = {
    model: "script:test",
    async config({ chatId }: Conversation) {
      if (chatId === "slow") await configured;
      return { model: scripted(chatId === "slow" ? script : [{ text: "Hello." }]), tools: [wait] };
    },
  };
  const threads = new LiveThreads({
    ...{ store, agent, limits: DEFAULT_LIMITS, logger: console, rules: new RulesBeingSaved() },
    metrics: new Metrics({ isTool: () => true, gauges: [] }),
  });
  const message = { role: "user", content: "Hi" } as const;
  const begin = (chatId: string) =>
    threads.begin({ conversation: { channel: WEB, chatId }, message, caller: { requestId: "r" } });
  const slow = begin("slow");
  for (let index = 0; index < 20; index += 1) {
    const quick = await begin(`${index}`);
    if (quick.ok && "final" in quick) await quick.final;
  }
  told.emit("configured");
  await slow;
  expect(threads.running).toBe(1);
  told.emit("ended");
  await threads.close();
});

it("is at rest only when it has looked for what was said as its last run ended: its store is closed then", async () => {
  const store = openStore({ file: databaseFile() });
  onTestFinished(() => store.close());
  const told = new EventEmitter();
  const looks = once(told, "looks");
  let hasEnded = false;
  let hasLooked = false;
  const queueOf = store.steers.queue.bind(store.steers);
  vi.spyOn(store.steers, "queue").mockImplementation((conversation) => {
    const queue = queueOf(conversation);
    const waiting = async () => {
      if (!hasEnded) return queue.waiting();
      told.emit("looks");
      await once(told, "answer");
      hasLooked = true;
      return queue.waiting();
    };
    const ended: typeof queue.ended = (stopReason) => {
      hasEnded = true;
      return queue.ended(stopReason);
    };
    return { ...queue, waiting, ended };
  });
  const model = scripted([{ text: "Hello." }]);
  const agent = { model: "script:test", config: () => ({ model }) };
  const threads = new LiveThreads({
    ...{ store, agent, limits: DEFAULT_LIMITS, logger: console, rules: new RulesBeingSaved() },
    metrics: new Metrics({ isTool: () => true, gauges: [] }),
  });
  const message = { role: "user", content: "Hi" } as const;
  await threads.begin({ conversation: { channel: WEB, chatId: "two" }, message, caller: { requestId: "r" } });
  await looks;
  const closing = threads.close().then(() => hasLooked);
  setTimeout(() => told.emit("answer"), 50);
  expect(await closing).toBe(true);
});

it("stores the beginning of a step with the end of the one before, and then asks few models in a turn", async () => {
  const store = openStore({ file: databaseFile() });
  onTestFinished(() => store.close());
  const log: string[] = [];
  const journalOf = store.journal.bind(store);
  vi.spyOn(store, "journal").mockImplementation((conversation, options) => {
    const journal = journalOf(conversation, options);
    const append = journal.append.bind(journal);
    journal.append = async (event) => {
      const step = event.type.startsWith("step") ? `${event.type} in ${conversation.chatId}` : "";
      log.push(`given ${step}`);
      await append(event);
      log.push(`stored ${step}`);
    };
    return journal;
  });
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const asked = new Map<number, number>();
  const model = (): ModelPort => {
    const { completionStream, ...rest } = scripted([
      { toolCalls: [{ id: "c", name: "look", arguments: {} }] },
      { text: "Done." },
    ]);
    return {
      ...rest,
      completionStream(params) {
        asked.set(turn, (asked.get(turn) ?? 0) + 1);
        return completionStream(params);
      },
    };
  };
  const look = defineTool({
    name: "look",
    description: "Looks.",
    input: { type: "object" },
    allowlist: "all",
    effects: "read",
    execute: () => "seen",
  });
  const agent = { model: "script:test", config: () => ({ model: model(), tools: [look] }) };
  const threads = new LiveThreads({
    ...{ store, agent, limits: DEFAULT_LIMITS, logger: console, rules: new RulesBeingSaved() },
    metrics: new Metrics({ isTool: () => true, gauges: [] }),
  });
  const message = { role: "user", content: "Hi" } as const;
  const begin = async (chatId: string) => {
    const begun = await threads.begin({ conversation: { channel: WEB, chatId }, message, caller: { requestId: "r" } });
    if (begun.ok && "final" in begun) await begun.final;
  };
  await Promise.all(Array.from({ length: 12 }, (_, index) => begin(`${index}`)));
  await threads.close();
  isOver = true;
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(4);
  for (let index = 0; index < 12; index += 1) {
    const begun = log.lastIndexOf(`given step_start in ${index}`);
    expect(begun).toBeGreaterThan(log.indexOf(`given step_end in ${index}`));
    expect(begun).toBeLessThan(log.indexOf(`stored step_end in ${index}`));
  }
});
