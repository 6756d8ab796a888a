import fc from "fast-check";
import { expect, it } from "vitest";
import { type Answers, MortalRun, type Program } from "../../test/mortal-run.ts";
import { type Given, scripted } from "../../test/scripted-program.ts";

/** What a program does; everything that it sees of its calls flows into the arguments of later ones. */
type Node =
  | {
      readonly does: "call";
      readonly name: "look" | "save" | "ask" | "fail" | "both";
      readonly args: "n" | "now" | "random" | "seen";
    }
  | { readonly does: "sequence" | "all" | "allSettled" | "race" | "forget"; readonly of: readonly Node[] }
  | { readonly does: "branch"; readonly on: "seen" | "random" | "now"; readonly of: readonly Node[] }
  | { readonly does: "loop"; readonly times: number; readonly of: readonly Node[] };

const { node } = fc.letrec<{ node: Node; call: Node; group: Node }>((tie) => ({
  call: fc.record({
    does: fc.constant("call" as const),
    name: fc.constantFrom("look", "save", "ask", "fail", "both"),
    args: fc.constantFrom("n", "now", "random", "seen"),
  }),
  group: fc.oneof(
    fc.record({
      does: fc.constantFrom("sequence", "all", "allSettled", "race", "forget"),
      of: fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      does: fc.constant("branch" as const),
      on: fc.constantFrom("seen", "random", "now"),
      of: fc.array(tie("node"), { minLength: 2, maxLength: 2 }),
    }),
    fc.record({
      does: fc.constant("loop" as const),
      times: fc.integer({ min: 1, max: 3 }),
      of: fc.array(tie("node"), { minLength: 1, maxLength: 2 }),
    }),
  ),
  node: fc.oneof({ maxDepth: 3 }, tie("call"), tie("group")),
}));

const answers: fc.Arbitrary<Answers> = fc.array(fc.constantFrom("yes", "no", "edit", "more", "late"), {
  minLength: 1,
  maxLength: 4,
});

/** Four that ask at once; their process dies when the first of them has an answer for two more. */
const FOUR: readonly Node[] = [{ does: "all", of: Array<Node>(4).fill({ does: "call", name: "ask", args: "n" }) }];

function programOf(root: readonly Node[]): Program {
  return scripted(async (given) => {
    const seen: string[] = [];
    for (const one of root) await play(one, given, seen);
    return seen;
  });
}

async function play(node: Node, given: Given, seen: string[]): Promise<void> {
  const of = (nodes: readonly Node[]) => nodes.map((one) => play(one, given, seen));
  switch (node.does) {
    case "call": {
      // Cut, as what is said of what was said doubles with each call, and a result that is too long is kept nowhere.
      const told = seen.join().slice(-1_000);
      const args = { n: seen.length, now: given.now(), random: given.random(), seen: told }[node.args];
      // The text names the call, so that the order of ends stands in what follows.
      seen.push(await given.call(node.name, { args }));
      return;
    }
    case "sequence":
      for (const one of node.of) await play(one, given, seen);
      return;
    case "all":
      await Promise.all(of(node.of));
      return;
    case "allSettled":
      await Promise.allSettled(of(node.of));
      return;
    case "race":
      await Promise.race(of(node.of));
      return;
    case "forget":
      of(node.of);
      return;
    case "branch": {
      const on = { seen: seen.join().length, random: Math.floor(given.random() * 100), now: given.now() }[node.on];
      const chosen = node.of[on % 2];
      if (chosen !== undefined) await play(chosen, given, seen);
      return;
    }
    case "loop":
      for (let n = 0; n < node.times; n += 1) for (const one of node.of) await play(one, given, seen);
  }
}

// Found by it: delivery in the order of numbers, or of promises; the clock of the host; a random seed; a clock that is
// not stored; unknown writes that run again; a start that nobody waits for; silence that counts as a yes.
it("goes on where its calls had got to: each at most once, none unasked, none diverged, wherever processes die", async () => {
  const places = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 });
  const programs = fc.array(node, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(programs, answers, places, fc.boolean(), async (program, given, deaths, isSlow) => {
      const run = new MortalRun(programOf(program), given, isSlow);
      for (const stepsLeft of [...deaths, Infinity]) if (!run.isDone) await run.live(stepsLeft);

      expect(run.isDone).toBe(true);
      expect(run.unasked).toEqual([]);
      expect(run.doubled).toEqual([]);
      expect(run.miscounted).toEqual([]);
      expect(run.open).toEqual([]);
      expect(JSON.stringify(run.said)).not.toContain("over:");
    }),
    {
      numRuns: Number(process.env.PROPERTY_RUNS ?? 60),
      seed: Number(process.env.PROPERTY_SEED ?? Date.now()),
      examples: [[[...FOUR], ["more", "yes", "yes", "yes"], [13], false]],
    },
  );
});
