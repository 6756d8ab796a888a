import { describe, expect, it } from "vitest";
import { applyEdit } from "./apply-edit.ts";

const bytes = new TextEncoder().encode('host = "localhost"\nport = 3000\n\nuser = "a"\n');
const edit = (oldString: string, newString: string) => {
  const outcome = applyEdit({ path: "a", bytes, oldString, newString });
  return outcome.ok ? { text: outcome.text, notes: outcome.notes } : outcome;
};
const notes = ["left out the line numbers of read"];

describe("a text that was copied with the line numbers of read", () => {
  it.each([
    ["in the old text alone", "     2\tport = 3000", "port = 8000"],
    ["in both", "     2\tport = 3000", "     2\tport = 8000"],
    ["over lines", "     2\tport = 3000\n     3\t\n", "port = 8000\n\n"],
    ["with a bar", "2|port = 3000", "port = 8000"],
  ])("is found without them: %s", (_, oldString, newString) => {
    expect(edit(oldString, newString)).toEqual({ text: 'host = "localhost"\nport = 8000\n\nuser = "a"\n', notes });
  });

  it.each([
    ["the text stands nowhere", "     2\tport = 1", "port = 2"],
    ["the text stands in several places", "     2\to", "x"],
    ["only some lines of the new text have them", "     2\tport = 3000", "     2\tport = 8000\nhere"],
    ["nothing is left of it", "     3\t", "x"],
  ])("is refused where %s", (_, oldString, newString) => {
    expect(edit(oldString, newString)).toMatchObject({ ok: false, reason: "NO_MATCH" });
  });

  it("is itself where a file holds it", () => {
    const numbered = new TextEncoder().encode("1\tone\none\n");
    const outcome = applyEdit({ path: "a", bytes: numbered, oldString: "1\tone", newString: "1\ttwo" });
    expect(outcome.ok && outcome.text).toBe("1\ttwo\none\n");
  });
});
