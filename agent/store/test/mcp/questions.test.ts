import { defineTool } from "@toolwright/core";
import { expect, it } from "vitest";
import { callRaw, serve } from "../../../../runtime/mcp/test/support/serve.ts";
import { sqlite } from "../contract/sqlite.ts";
import { freshPlace, opened, openPlace } from "../contract/under-test.ts";

const YES = { "toolwright/approval": { action: "accept", content: { allow: true } } };

it("a question of an MCP server is answered to another process, after this one has ended, and once over all of them", async () => {
  const sent: string[] = [];
  const send = defineTool({
    name: "send",
    description: "Sends a mail.",
    input: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
    effects: "external",
    requiresConfirmation: true,
    execute: ({ to = "" }: { to?: string }) => void sent.push(to),
  });
  const place = await freshPlace(sqlite);
  const first = await openPlace(sqlite, place);
  const { url, close } = await serve([send], { store: first });
  const { requestState } = await callRaw(url, "send", { arguments: { to: "ann" } });
  const asked = await first.approvals.list();
  expect(asked.map(({ toolName, arguments: args }) => [toolName, args])).toEqual([["send", { to: "ann" }]]);
  await close();
  await first.close();
  const others = [await opened(sqlite, place), await opened(sqlite, place)];
  const urls = await Promise.all(others.map(async (other) => (await serve([send], { store: other })).url));
  const answer = { arguments: { to: "ann" }, requestState, inputResponses: YES };
  await Promise.all([...urls, ...urls].map((one) => callRaw(one, "send", answer)));
  expect(sent).toEqual(["ann"]);
});
