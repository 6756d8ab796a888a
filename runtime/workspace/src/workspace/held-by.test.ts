import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heldBy } from "./held-by.ts";
import { isInside } from "./is-inside.ts";

const paths = fc.array(fc.constantFrom("a", "b", "ab", ".a"), { maxLength: 4 }).map((parts) => `/${parts.join("/")}`);

describe("paths that hold others", () => {
  it("are those in which a path lies, one by one", () => {
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 6 }), paths, (held, path) => {
        expect(heldBy(held)(path)).toBe(held.some((folder) => isInside(folder, path)));
      }),
    );
  });
});
