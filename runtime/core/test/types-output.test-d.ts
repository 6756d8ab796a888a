// Checked by the compiler alone (`npm run typecheck`): a line under @ts-expect-error must not compile.
import { z } from "zod";
import {
  bindTool,
  type DefineToolOptions,
  defineContract,
  defineTool,
  type Json,
  type JsonObject,
  type Tool,
  uncheckedTool,
} from "../src/index.ts";

const about = { name: "tool", description: "", input: z.object({ n: z.number() }) };
declare const json: Json;
declare const object: JsonObject;

// What JSON can hold, in our own words for it and in any other.
defineTool({ ...about, execute: () => json });
defineTool({ ...about, execute: async () => object });
defineTool({ ...about, execute: (): Json => json });
defineTool({
  ...about,
  execute: ({ n }) => ({ n, rows: [{ when: new Date(), big: 1n, at: new URL("https://a.b") }] }),
});
defineTool({ ...about, execute: (): unknown => json });
defineTool({ ...about, execute: () => undefined });
interface Row {
  readonly id: string;
  readonly children?: readonly Row[];
}
declare const rows: readonly Row[];
defineTool({ ...about, execute: async () => ({ rows }) });
defineTool({ ...about, output: z.object({ id: z.string() }), allowlist: ["id"], execute: () => ({ id: "a" }) });
bindTool(defineContract({ ...about, output: z.object({ id: z.string() }) }), async () => ({ id: "a" }));

// A map is written as a list of entries, and a set as a list.
defineTool({ ...about, execute: () => new Map([["a", 1]]) });
defineTool({ ...about, execute: () => ({ list: [{ ids: new Set([1]) }] }) });

// A mistake inside is told where it stands, and no other one.
defineTool({
  ...about,
  // @ts-expect-error: there is no such method
  execute: async ({ n }) => ({ text: n.toFixd() }),
});

/** A function of one's own around all tools. */
function timed<I, O>(options: DefineToolOptions<I, O>): Tool {
  return uncheckedTool({ ...options, execute: async (input, ctx) => options.execute(input, ctx) });
}
timed({ ...about, execute: ({ n }) => ({ n: n.toFixed() }) });

// What is written without keys offers none to an allowlist.
defineTool({ ...about, allowlist: "all", execute: () => "text" });
// @ts-expect-error: a text has no keys
defineTool({ ...about, output: z.string(), allowlist: ["at"], execute: () => "text" });
// @ts-expect-error: nor has a number
defineTool({ ...about, output: z.number(), allowlist: ["toFixed"], execute: () => 1 });
// @ts-expect-error: nor has a map
defineTool({ ...about, allowlist: ["size"], execute: () => new Map([["size", 1]]) });
defineTool({ ...about, allowlist: ["id"], execute: ({ n }) => (n > 1 ? { id: "a" } : "none") });

// What JSON would lose is refused where it is written.
// @ts-expect-error: a promise inside is not waited for
defineTool({ ...about, execute: async () => ({ later: Promise.resolve(1) }) });
// @ts-expect-error: a response has to be read
defineTool({ ...about, execute: async () => fetch("https://a.b") });
// @ts-expect-error: an iterator is no list
defineTool({ ...about, execute: () => [1, 2].values() });
declare const generated: Generator<number>;
// @ts-expect-error: nor is a generator
defineTool({ ...about, execute: async () => ({ rows: generated }) });
