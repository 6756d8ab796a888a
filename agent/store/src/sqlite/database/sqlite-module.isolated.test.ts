import { existsSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { freshFile } from "../../../test/making.ts";
import { openStore } from "../open-store.ts";

it("a Node without node:sqlite is told of by name, and no file is made", () => {
  const file = freshFile();
  const lookUp = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  try {
    expect(() => openStore({ file })).toThrow(
      expect.objectContaining({ code: "no_sqlite", message: expect.stringMatching("22.13") }),
    );
  } finally {
    lookUp.mockRestore();
  }
  expect(existsSync(file)).toBe(false);
});
