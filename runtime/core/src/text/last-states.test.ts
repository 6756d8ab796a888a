import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastStates } from "./last-states.ts";

const RED = "\u001b[31m";
const PLAIN = "\u001b[0m";

describe("lastStates", () => {
  it.each([
    ["10%\r50%\r100%\ndone\n", "\r100%\ndone\n"],
    ["a\r\nb\r\n", "a\r\nb\r\n"],
    ["10%\r50%\r", "\r50%\r"],
    [`${RED}10%\r50%${PLAIN}\r`, `\r${RED}50%${PLAIN}\r`],
    [`10%\r50%\r${RED}`, `\r50%\r${RED}`],
    ["\r\rx", "\rx"],
    ["\r\r\r", "\r\r\r"],
  ])("%j is left as %j", (text, left) => {
    expect(lastStates(text)).toBe(left);
  });

  it("says the same of pieces that are put together one by one", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "b", "\r", "\n", RED, PLAIN), maxLength: 8 });
    const units = fc.array(piece, { maxLength: 12 });
    fc.assert(
      fc.property(units, (all) => {
        const byPiece = all.reduce((text, piece) => lastStates(text + piece), "");
        expect(written(byPiece)).toEqual(written(all.join("")));
        expect(written(all.map(lastStates).join(""))).toEqual(written(all.join("")));
      }),
    );
  });

  it("does not stand still for many returns, and for looks that do not end", () => {
    for (const unit of ["\r", "x\r", "\u001b[1", "\u001b[1\r"]) lastStates(unit.repeat(300_000));
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: a look begins with ESC
const SIGN = /\u001b\[\d+m|[\s\S]/g;

/** What stands at the end of each line, and in which look each letter does. */
function written(text: string): readonly string[] {
  let look = PLAIN;
  return text.split("\n").map((line) => {
    let state: string[] = [];
    let isReturned = false;
    for (const sign of line.match(SIGN) ?? []) {
      if (sign.startsWith("\u001b")) look = sign;
      else if (sign === "\r") isReturned = true;
      else {
        state = isReturned ? [look + sign] : [...state, look + sign];
        isReturned = false;
      }
    }
    return state.join("");
  });
}
