import { secret } from "@toolwright/core";
import type { McpOffers } from "@toolwright/mcp";
import { expect, it } from "vitest";
import { maskedOffers } from "../mcp/masked-offers.ts";
import { resourcesIn } from "./resources-in.ts";

const NAME = { name: "notes", state: "connected", tools: 0 } as const;
const text = (said: string) => [{ type: "text", text: said }] as const;

const offers: McpOffers = {
  prompts: async () => [],
  resources: async () => [],
  complete: async () => [],
  prompt: async () => ({ ok: true, value: text("say hunter2hunter2") }),
  resource: async ({ uri }) =>
    uri === "x://gone"
      ? { ok: false, error: "Gone.\u001b[31m" }
      : { ok: true, value: text(`hunter2hunter2 of ${uri}`) },
};

it("reads what a message names, masked, and says why it did not", async () => {
  const masked = maskedOffers(offers, [secret("KEY", "hunter2hunter2")]);
  const { parts, notes } = await resourcesIn("@notes:x://a @notes:x://gone @other:x", {
    offers: masked,
    servers: [NAME],
  });
  expect(parts).toEqual(text("[secret:KEY] of x://a"));
  expect(notes).toEqual(["@notes:x://a goes along.", "@notes:x://gone is only named: Gone.\\u{1b}[31m"]);
  expect(await masked.prompt({ server: "notes", name: "p", arguments: {} })).toEqual({
    ok: true,
    value: text("say [secret:KEY]"),
  });
});
