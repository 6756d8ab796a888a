import { afterEach, describe, expect, it, vi } from "vitest";
import { defineTool, runToolLoop, secret } from "../src/index.ts";
import { mintToken } from "../src/model/mint-token.ts";
import { createScrubber } from "../src/secrets/create-scrubber.ts";
import { WrittenModel } from "./support.ts";

const SECRETS = [secret("api_key", "correct-horse-battery-staple"), secret("password", "tr0ub4dor&3-and-more")];

/** What a process pays once, counted: the first call of a program is most of what a short one does. */
describe("the first call", () => {
  afterEach(() => vi.restoreAllMocks());

  it("loads nothing to make ids with, which are names; what nobody may guess comes from the generator for that", async () => {
    const random = vi.spyOn(crypto, "getRandomValues");
    const tool = defineTool({ name: "tool", description: "", input: { type: "object" }, execute: () => "done" });
    const model = new WrittenModel([{ calls: [{ name: "tool" }] }]);
    const { messages } = await runToolLoop({ model, tools: [tool], secrets: SECRETS }, [{ role: "user", content: "" }]);
    expect(messages.at(2)?.content).toBe("done");
    expect(random).not.toHaveBeenCalled();
    expect(mintToken(16)).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(random).toHaveBeenCalled();
  });

  it("makes what finds secrets for sure with the first text that may hold one", () => {
    const nodes = vi.spyOn(Map.prototype, "set");
    const scrubber = createScrubber(SECRETS);
    expect(scrubber.text("The quick brown fox jumps over the lazy dog.")).toMatch(/^The/);
    expect(nodes.mock.calls.length).toBeLessThan(10);
    expect(scrubber.text("It is tr0ub4dor&3-and-more.")).toBe("It is [secret:password].");
    expect(nodes.mock.calls.length).toBeGreaterThan(1_000);
  });
});
