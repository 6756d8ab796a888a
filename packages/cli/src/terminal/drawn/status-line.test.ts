import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { RunStatus } from "../../view/run-status.ts";
import { stylesFor } from "../styles.ts";
import { type StatusFacts, StatusLine } from "./status-line.ts";

function shown(facts: StatusFacts, { columns = 100, contextTokens = 0 } = {}): string {
  const status = new RunStatus();
  status.turnTo(contextTokens);
  const line = new StatusLine(status, stylesFor(false, {}));
  line.facts = facts;
  return stripVTControlCharacters(line.render(columns).join("\n"));
}

it("says nothing of a context that nobody has counted", () => {
  const facts = { model: "m", contextWindow: 2_000, mode: "default" };
  expect(shown(facts)).toBe("m · mode default");
  expect(shown(facts, { contextTokens: 1_000 })).toBe("m · mode default · context 50 % of 2k");
});
