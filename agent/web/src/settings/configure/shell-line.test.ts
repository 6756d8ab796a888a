import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shellLine } from "./shell-line.ts";

it("is taken by a shell as the words that it was made of", () => {
  expect(shellLine(["npx", "-y", "@scope/server", "a b", ""])).toBe("npx -y @scope/server 'a b' ''");
  const word = fc.string({ unit: fc.constantFrom(..."ab '\"\\$`*~#;&|<>(){}[]!\n="), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const out = execFileSync("sh", ["-c", `printf '%s\\0' ${shellLine(words)}`], { encoding: "utf8" });
      expect(out.split("\0").slice(0, -1)).toEqual(words);
    }),
    { numRuns: 40 },
  );
});
