import { describe, expect, it } from "vitest";
import { importsOf, sourcesOf, targetOf } from "./source-files.ts";

/** What each file of a package imports of it, types aside. */
function importsIn(name: string): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>();
  for (const written of importsOf(sourcesOf(`agent/${name}/src`))) {
    if (!written.specifier.startsWith(".") || written.when === "type") continue;
    targets.set(written.file, [...(targets.get(written.file) ?? []), targetOf(written)]);
  }
  return targets;
}

/** All that a bundle of one file holds; the file itself only where it is part of a circle. */
function bundled(from: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...(targets.get(from) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(targets.get(file) ?? []));
  }
  return seen;
}

describe("imports", () => {
  it.each(["view", "web", "server", "store"])("of %s make no circle", (name) => {
    const targets = importsIn(name);
    expect([...targets.keys()].filter((file) => bundled(file, targets).has(file))).toEqual([]);
  });

  it("of a card bring no other card", () => {
    const targets = importsIn("web");
    const cards = [...targets.keys()].filter((file) => /\/cards\/(?!tool-call)[\w-]+-card\.tsx$/.test(file));
    expect(cards.length).toBeGreaterThan(8);
    for (const card of cards) {
      expect([...bundled(card, targets)].filter((file) => cards.includes(file))).toEqual([]);
    }
  });

  it("of the view take types of the runtime, and no code: a page would bundle all of it", () => {
    const code = importsOf(sourcesOf("agent/view/src")).filter(({ when }) => when !== "type");
    expect(code.filter(({ specifier }) => specifier.startsWith("@toolwright/"))).toEqual([]);
  });
});
