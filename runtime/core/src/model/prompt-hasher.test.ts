import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { canonicalJson } from "../json/canonical-json.ts";
import type { Message } from "./messages.ts";
import { PromptHasher } from "./prompt-hasher.ts";

afterEach(() => vi.restoreAllMocks());

const call = { id: "c1", type: "function", function: { name: "t", arguments: "{}" } } as const;
const said = fc.oneof(
  fc.record({ role: fc.constantFrom("user" as const, "system" as const), content: fc.string() }),
  fc.record({ role: fc.constant("assistant" as const), content: fc.string(), tool_calls: fc.constant([call]) }),
  fc.record({ role: fc.constant("tool" as const), tool_call_id: fc.string(), content: fc.string({ unit: "binary" }) }),
);
const change = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), messages: fc.array(said, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("replace" as const), place: fc.nat(9), message: said }),
  fc.record({ kind: fc.constant("drop" as const), length: fc.nat(9) }),
  fc.record({ kind: fc.constant("options" as const), options: fc.record({ a: fc.nat(2), temperature: fc.nat(2) }) }),
);

type Change = Exclude<typeof change extends fc.Arbitrary<infer C> ? C : never, { readonly kind: "options" }>;

function make(made: Change, messages: Message[]): void {
  if (made.kind === "add") messages.push(...made.messages);
  else if (made.kind === "replace") messages.splice(made.place, 1, made.message);
  else messages.splice(made.length);
}

/** The payload as it is written down, without messages that are known already. */
function whole(messages: readonly Message[], options: { readonly a: number; readonly temperature: number }): string {
  const usesCalls = messages.some((message) => message.role === "tool" || message.role === "assistant");
  const version = usesCalls ? "phv2" : "phv1";
  const payload = JSON.parse(JSON.stringify({ ...options, model: "m", messages, prompt_hash_version: version }));
  return createHash("sha256").update(canonicalJson(payload)).digest("hex");
}

describe.each(["at once, by the host's hashes", "by WebCrypto where there are none"])("PromptHasher %s", (how) => {
  it("gives every request of conversations that grow, change and mix the hash that it has alone", async () => {
    if (how.startsWith("by WebCrypto")) vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), change), { maxLength: 12 }), async (changes) => {
        const hasher = new PromptHasher();
        const first: Message = { role: "system", content: "shared by both" };
        const both: Message[][] = [[first], [first]];
        let options = { a: 0, temperature: 0 };
        for (const [which, made] of changes) {
          const messages = both[which] ?? [];
          if (made.kind === "options") options = made.options;
          else make(made, messages);
          expect(await hasher.hash({ ...options, model: "m", messages }), made.kind).toBe(whole(messages, options));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("PromptHasher", () => {
  it("reads a message and a tool once, however many requests they are part of", () => {
    const hasher = new PromptHasher();
    const reads = { message: 0, tool: 0 };
    const counted = (): Message => ({
      role: "user",
      get content() {
        reads.message += 1;
        return "x";
      },
    });
    const parameters = {
      get type() {
        reads.tool += 1;
        return "object";
      },
    };
    const tools = [{ type: "function", function: { name: "t", description: "d", parameters } }] as const;
    const messages: Message[] = [];
    for (let step = 0; step < 50; step += 1) {
      messages.push(counted());
      hasher.hash({ model: "m", messages, tools: [...tools] });
    }
    expect(reads).toEqual({ message: 50, tool: 1 });
  });

  it("goes on after a message that cannot be written", async () => {
    const hasher = new PromptHasher();
    const first: Message = { role: "user", content: "a" };
    const broken: Message = {
      role: "user",
      get content(): string {
        throw new Error("cannot be read");
      },
    };
    await hasher.hash({ model: "m", messages: [first] });
    expect(() => hasher.hash({ model: "m", messages: [first, { ...first }, broken] })).toThrow("cannot be read");
    const again = await hasher.hash({ model: "m", messages: [first] });
    expect(again).toBe(await new PromptHasher().hash({ model: "m", messages: [first] }));
  });
});
