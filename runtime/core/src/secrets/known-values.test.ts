import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownValues } from "./known-values.ts";
import { secret } from "./secret.ts";

const value = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 8, maxLength: 12 });
const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 60 });

describe("knownValues", () => {
  it("covers exactly the places where a value occurs, and names each stretch after the longest value it begins with", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(value, { minLength: 1, maxLength: 6 }),
        text,
        fc.infiniteStream(fc.nat(5)),
        (values, whole, sizes) => {
          const known = knownValues(values.map((one) => secret(one, one)));
          const stream = known?.stream();
          let shown = "";
          for (let at = 0; at < whole.length; ) {
            const size = sizes.next().value;
            shown += stream?.push(whole.slice(at, at + size));
            at += size;
          }
          expect(shown + stream?.end()).toBe(naive(values, whole));
          if (naive(values, whole) !== whole) {
            expect(known?.mayHold(whole)).toBe(true);
            const found = known?.secretsIn(whole).map((one) => one.value) ?? [];
            expect(found.every((one) => whole.includes(one))).toBe(true);
            expect(found).toContain(values.filter((one) => whole.includes(one)).sort(longerFirst)[0]);
            expect([...(known?.pieces ?? [])].some((piece) => whole.includes(piece))).toBe(true);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("gives nothing to do without a value that is long enough", () => {
    expect(knownValues([])).toBeUndefined();
    expect(knownValues([secret("short", "1234567")])).toBeUndefined();
  });
});

function naive(values: readonly string[], whole: string): string {
  let shown = "";
  for (let at = 0; at < whole.length; ) {
    const first = longestAt(values, whole, at);
    if (first === undefined) {
      shown += whole[at++];
      continue;
    }
    let end = at + first.length;
    for (let next = at + 1; next < end; next++)
      end = Math.max(end, next + (longestAt(values, whole, next)?.length ?? 0));
    shown += `[secret:${first}]`;
    at = end;
  }
  return shown;
}

function longerFirst(one: string, other: string): number {
  return other.length - one.length;
}

function longestAt(values: readonly string[], whole: string, at: number): string | undefined {
  const found = values.filter((one) => whole.startsWith(one, at));
  return found.sort(longerFirst)[0];
}
