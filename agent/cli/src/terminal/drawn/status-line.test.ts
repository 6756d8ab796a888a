import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { RunStatus } from "../../view/run-status.ts";
import { stylesFor } from "../styles.ts";
import { type StatusFacts, StatusLine } from "./status-line.ts";

function shown(facts: StatusFacts, { columns = 100, contextTokens = 0, costUsd = 0 } = {}): string {
  const status = new RunStatus();
  status.turnTo(contextTokens);
  if (costUsd > 0) status.use({ inputTokens: 1, outputTokens: 1, costUsd });
  const line = new StatusLine(status, stylesFor(false, {}));
  line.facts = facts;
  return stripVTControlCharacters(line.render(columns).join("\n"));
}

it("says nothing of a context that nobody has counted", () => {
  const facts = { model: "m", contextWindow: 2_000, mode: "default" };
  expect(shown(facts)).toBe("m · mode default");
  expect(shown(facts, { contextTokens: 1_000 })).toBe("m · mode default · context 50 % of 2k");
});

it("keeps what holds commands where there is little room: the title goes first, then what it cost, the context and the model", () => {
  const model = "litellm:some-provider/a-model-of-long-name high";
  const facts = {
    model,
    contextWindow: 200_000,
    mode: "default",
    sandbox: "workspace-write+network",
    title: "Buy milk",
  };
  const at = (columns: number) => shown(facts, { columns, contextTokens: 100_000, costUsd: 0.5 });
  const before = `${model} · mode default · context 50 % of 200k`;
  const held = "sandbox workspace-write+network";
  expect(at(150)).toBe(`${before} · $0.5000 · ${held} · Buy milk`);
  expect(at(135)).toBe(`${before} · $0.5000 · ${held} · Bu…`);
  expect(at(122)).toBe(`${before} · ${held} ·…`);
  expect(at(100)).toBe(`${model} · mode default · sandbox workspace-write+network · …`);
  expect(at(80)).toMatch(/^mode default · sandbox workspace-write\+network · Buy milk$/);
});
