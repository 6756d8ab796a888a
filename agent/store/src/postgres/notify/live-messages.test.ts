import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LiveReader, payloadsOf } from "./live-messages.ts";

const text = fc
  .array(fc.constantFrom("a", "é", "\u{1f600}", "\u2028", "x".repeat(2_599), "\u{1f600}".repeat(1_300)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

describe("messages of live events", () => {
  it("fit into NOTIFY, and are what was said once they are put together", () => {
    fc.assert(
      fc.property(text, (said) => {
        const payloads = payloadsOf("self", said);
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
        const reader = new LiveReader("another");
        expect(payloads.map((payload) => reader.read(payload))).toEqual([
          ...payloads.slice(1).map(() => undefined),
          said,
        ]);
      }),
    );
  });

  it("of several senders do not mix, and one that lost a part is dropped", () => {
    const long = "y".repeat(20_000);
    const [one, other] = [payloadsOf("one", `1${long}`), payloadsOf("other", `2${long}`)];
    const reader = new LiveReader("self");
    const mixed = one.flatMap((payload, index) => [payload, other[index] ?? ""]);
    expect(mixed.map((payload) => reader.read(payload)).filter(Boolean)).toEqual([`1${long}`, `2${long}`]);
    expect(
      one
        .toSpliced(1, 1)
        .map((payload) => reader.read(payload))
        .filter(Boolean),
    ).toEqual([]);
    expect(payloadsOf("one", "short").map((payload) => reader.read(payload))).toEqual(["short"]);
  });

  it("are not heard by who said them, and nothing else is taken for one", () => {
    expect(new LiveReader("self").read(payloadsOf("self", "mine")[0] ?? "")).toBeUndefined();
    for (const payload of ["", "x", "one 2/2 late", "one a/b c"])
      expect(new LiveReader("self").read(payload)).toBeUndefined();
    expect(payloadsOf("self", "z".repeat(2 ** 20 + 1))).toEqual([]);
  });
});
