import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRestateHost } from "./create-restate-host.ts";

describe("createRestateHost", () => {
  it.each([
    [{ engine: "restate://127.0.0.1", name: "x" }, '"name"'],
    [{ engine: "restate://127.0.0.1", application: "with space" }, "application"],
    [{ engine: 7 }, "engine"],
    [{ engine: "http://127.0.0.1" }, "An engine is written restate://HOST"],
  ])("refuses %j in one sentence", async (options, said) => {
    await expect(createRestateHost(JSON.parse(JSON.stringify(options)))).rejects.toThrow(said);
  });

  it("says the hash of what is asked in every key, so that the engine gives no answer to another question", async () => {
    const asked: { readonly url: string; readonly key: string }[] = [];
    const engine = createServer((request, response) => {
      asked.push({ url: request.url ?? "", key: String(request.headers["idempotency-key"]) });
      response.setHeader("content-type", "application/json").end('"taken"');
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void engine.close());
    await once(engine, "listening");
    const address = engine.address();
    const port = typeof address === "object" ? address?.port : 0;
    const host = await createRestateHost({ engine: `restate://127.0.0.1:${port}` });
    const turn = { conversation: { channel: "a", chatId: "b" }, runId: "r 1/x" };
    for (const input of ["one", "one", "two"]) await host.start({ ...turn, input });
    const keys = asked.map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(asked[0]?.url).toBe("/ToolwrightTurn/r%201%2Fx/start");
    for (const value of ["yes", "yes"]) expect(await host.answer("r/a", value)).toBe("taken");
    const [first, second] = asked.slice(3).map(({ key }) => key);
    // Two who say the same are two: only one of them may be told that it was taken.
    expect(first).not.toBe(second);
    expect(first?.split(":").at(-1)).toBe(second?.split(":").at(-1));
    await host.close();
  });
});
