import { describe, expect, it, vi } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { KeptLog, WrittenModel, wait } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { type DependencyKey, override } from "../tool/dependency.ts";
import { DependencyHolder } from "./holder.ts";

const ada = { channel: "web", chatId: "ada" };
const bob = { channel: "web", chatId: "bob" };

function counted(id: string, scope: NonNullable<DependencyKey<string>["scope"]>, log: string[] = []) {
  let made = 0;
  const key: DependencyKey<string> = {
    id,
    scope,
    create: () => `${id}${++made}`,
    dispose: (value) => void log.push(value),
  };
  return key;
}

const asking = (key: DependencyKey<unknown>) => toolOf("tool", async (_, ctx) => String(await ctx.resolve(key)));

async function said(key: DependencyKey<unknown>, options: object, conversation?: typeof ada) {
  const { runner } = runnerOf([asking(key)], { ...options, ...(conversation && { conversation }) });
  const { message } = await runner.exec({ name: "tool", arguments: {} }, { runId: "r" });
  await runner.endRun("r");
  return message.content;
}

describe("a holder", () => {
  it("keeps one value of scope process for all runners, and gives it up when it is disposed of", async () => {
    const [dependencies, log]: [DependencyHolder, string[]] = [new DependencyHolder(), []];
    const pool = counted("pool", "process", log);
    expect(await said(pool, { dependencies }, ada)).toBe("pool1");
    expect(await said(pool, { dependencies }, bob)).toBe("pool1");
    expect(await said(pool, { dependencies: new DependencyHolder() })).toBe("pool2");
    await dependencies.endConversation(ada);
    expect(log).toEqual([]);
    await dependencies.dispose();
    expect(log).toEqual(["pool1"]);
    expect(await said(pool, { dependencies })).toBe("pool3");
  });

  it("keeps one value of scope conversation for each, to the end of that conversation", async () => {
    const [dependencies, log]: [DependencyHolder, string[]] = [new DependencyHolder(), []];
    const cart = counted("cart", "conversation", log);
    const asked = [ada, ada, bob, ada].map((one) => () => said(cart, { dependencies }, one));
    const got: unknown[] = [];
    for (const ask of asked) got.push(await ask());
    expect(got).toEqual(["cart1", "cart1", "cart2", "cart1"]);
    await dependencies.endConversation(ada);
    expect(log).toEqual(["cart1"]);
    expect(await said(cart, { dependencies }, ada)).toBe("cart3");
    await dependencies.dispose();
    expect(log.sort()).toEqual(["cart1", "cart2", "cart3"]);
  });

  it("shares nothing between callers that name no conversation", async () => {
    const log: string[] = [];
    const dependencies = new DependencyHolder();
    const cart = counted("cart", "conversation", log);
    expect([await said(cart, { dependencies }), await said(cart, { dependencies })]).toEqual(["cart1", "cart2"]);
    expect(log).toEqual(["cart1", "cart2"]);
  });

  it("keeps what a value needs as long as the value, and disposes of it after", async () => {
    const log: string[] = [];
    const config = counted("config", "call", log);
    const pool: DependencyKey<string> = {
      id: "pool",
      scope: "process",
      create: async (resolve) => `pool of ${await resolve(config)}`,
      dispose: (value) => void log.push(value),
    };
    const session: DependencyKey<string> = {
      id: "session",
      scope: "conversation",
      create: async (resolve) => `session of ${await resolve(pool)}`,
      dispose: (value) => void log.push(value),
    };
    const dependencies = new DependencyHolder();
    expect(await said(session, { dependencies }, ada)).toBe("session of pool of config1");
    expect(await said(session, { dependencies }, bob)).toBe("session of pool of config1");
    expect(log).toEqual([]);
    await dependencies.dispose();
    expect(log).toEqual([...Array(2).fill("session of pool of config1"), "pool of config1", "config1"]);
  });

  it.each(["call", "run", "conversation", "process"] as const)(
    "names a circle over scopes: process and %s",
    async (scope) => {
      const one: DependencyKey<string> = {
        id: "one",
        scope: "process",
        create: (resolve) => wait(1).then(() => resolve(two)),
      };
      const two: DependencyKey<string> = { id: "two", scope, create: (resolve) => resolve(one) };
      const dependencies = new DependencyHolder();
      expect(await said(one, { dependencies }, ada)).toContain("one → two → one");
      const both = toolOf("tool", (_, ctx) => Promise.all([ctx.resolve(one), ctx.resolve(two)]));
      const { runner } = runnerOf([both], { dependencies, conversation: ada, timeoutMs: 1_000 });
      expect((await runner.exec({ name: "tool", arguments: {} })).message.content).toContain("Circular dependency");
    },
  );

  it("names a circle that two runs close from two sides", async () => {
    const dependencies = new DependencyHolder();
    const one: DependencyKey<string> = {
      id: "one",
      scope: "process",
      create: (resolve) => wait(5).then(() => resolve(two)),
    };
    const two: DependencyKey<string> = {
      id: "two",
      scope: "process",
      create: (resolve) => wait(5).then(() => resolve(one)),
    };
    const options = { dependencies, timeoutMs: 1_000 };
    const answers = await Promise.all([said(one, options, ada), said(two, options, bob)]);
    expect(answers.join()).toContain("Circular dependency");
    expect(answers.join()).not.toContain("time");
  });

  it("makes a value of scope process once, whoever asks at the same time, and again after a failure", async () => {
    let attempts = 0;
    const key: DependencyKey<string> = {
      id: "pool",
      scope: "process",
      async create() {
        await wait(2);
        if (++attempts === 1) throw new Error("refused");
        return `pool${attempts}`;
      },
    };
    const dependencies = new DependencyHolder();
    const ask = () => said(key, { dependencies });
    expect((await Promise.all([ask(), ask(), ask()])).filter((text) => String(text).includes("refused"))).toHaveLength(
      3,
    );
    expect(await Promise.all([ask(), ask()])).toEqual(["pool2", "pool2"]);
  });

  it("goes on where a value cannot be disposed of, and says so", async () => {
    const logger = new KeptLog();
    const dependencies = new DependencyHolder({ logger });
    const bad: DependencyKey<string> = {
      id: "bad",
      scope: "process",
      create: () => "x",
      dispose: () => Promise.reject(new Error("stuck")),
    };
    await said(bad, { dependencies });
    await dependencies.dispose();
    expect(logger.lines.join()).toContain("A dependency could not be disposed of");
  });
});

describe("an override", () => {
  it("of what outlives a run is asked for once a run, kept from other runners, and not disposed of", async () => {
    const log: string[] = [];
    const dependencies = new DependencyHolder();
    const pool = counted("pool", "process", log);
    const give = vi.fn(() => "fake");
    const overrides = new Map([override(pool, give)]);
    expect(await said(pool, { dependencies, overrides })).toBe("fake");
    expect(await said(pool, { dependencies, overrides })).toBe("fake");
    expect(await said(pool, { dependencies })).toBe("pool1");
    await dependencies.dispose();
    expect([give.mock.calls.length, log]).toEqual([2, ["pool1"]]);
  });

  it("that nothing asked for is warned about once, with the nearest id, unless override() made it", async () => {
    const logger = new KeptLog();
    const dependencies = new DependencyHolder();
    const key: DependencyKey<string> = { id: "my.database", create: () => "real" };
    const other: DependencyKey<string> = { id: "my.other", create: () => "real" };
    const overrides = new Map([["my.databse", () => "fake"], ["zzz", () => "fake"], override(other, () => "fake")]);
    const run = () => {
      const model = new WrittenModel([{ calls: [{ name: "tool" }] }, { text: "done" }]);
      return runToolLoop({ model, tools: [asking(key)], overrides, dependencies, logger }, []);
    };
    await run();
    await run();
    const warned = logger.lines.filter((line) => line.includes("overrides:"));
    expect(warned).toHaveLength(2);
    expect(warned[0]).toContain('nothing in this run asked for "my.databse". Did you mean my.database?');
    expect(warned[1]).toContain('"zzz". It asked for my.database.');
  });

  it("is refused without a key", () => {
    expect(() => Reflect.apply(override, undefined, ["my.db", () => 1])).toThrow("override(KEY, () => value)");
  });
});

it("a value that is asked for as its call ends is disposed of all the same", async () => {
  const log: string[] = [];
  const key = counted("late", "call", log);
  const tool = toolOf("tool", (_, ctx) => {
    void ctx.resolve(key);
    return "gone";
  });
  const { runner } = runnerOf([tool]);
  await runner.exec({ name: "tool", arguments: {} });
  await wait(20);
  expect(log).toEqual(["late1"]);
});
