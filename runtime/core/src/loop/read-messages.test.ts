import fc from "fast-check";
import { expect, it } from "vitest";
import { areMessages } from "./are-messages.ts";
import { wrongMessages } from "./wrong-messages.ts";

const odd = fc.constantFrom<unknown>(undefined, null, 3, "", "x", [], {}, [null], [undefined]);
const part = fc.oneof(
  odd,
  fc.record(
    {
      type: fc.constantFrom("text", "image", "file", "audio", "video"),
      text: odd,
      mediaType: fc.constantFrom("a/b", 3),
      data: fc.constantFrom("AAAA", "no base64!", undefined),
      ref: fc.constantFrom("k2", undefined),
    },
    { requiredKeys: [] },
  ),
);
const message = fc.oneof(
  odd,
  fc.record(
    {
      role: fc.constantFrom("system", "user", "assistant", "tool", "human"),
      content: fc.oneof(odd, fc.array(part, { maxLength: 2 })),
      tool_call_id: fc.constantFrom("a", 3),
      parts: odd,
    },
    { requiredKeys: [] },
  ),
);

it("says of all that is no list of messages which one is none, and why", () => {
  fc.assert(
    fc.property(fc.oneof(odd, fc.array(message, { maxLength: 3 })), (given) => {
      const said = wrongMessages(given).message;
      if (areMessages(given)) expect(said).toBe("messages[-1]: undefined");
      else expect(said).toMatch(/^messages(?:\[\d+\]: .*\.| must be an array.*)$/s);
    }),
    { numRuns: 3_000 },
  );
});
