import { expect, it } from "vitest";
import { HalfCharacterHold } from "./half-character-hold.ts";

it("holds the first half of a character back until the second one comes", () => {
  const hold = new HalfCharacterHold();
  expect(["a\ud83d", "", "\ude00b", "c"].map((piece) => hold.add(piece))).toEqual(["a", "", "😀b", "c"]);
});
