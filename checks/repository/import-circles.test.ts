import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, packageFolders, sourcesOf, targetOf } from "./source-files.ts";

/** What each file of a package imports of it; types count where they are asked for. */
function importsIn(folder: string, { types = false } = {}): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, string[]>();
  for (const written of importsOf(sourcesOf(`${folder}/src`))) {
    if (!written.specifier.startsWith(".") || (written.when === "type" && !types)) continue;
    targets.set(written.file, [...(targets.get(written.file) ?? []), targetOf(written)]);
  }
  return targets;
}

/** Pairs of files in different folders that import each other, directly or by way of others. */
function circlesBetweenFolders(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Map([...targets.keys()].map((file) => [file, bundled(file, targets)]));
  return [...reached].flatMap(([file, others]) =>
    [...others]
      .filter((other) => file < other && dirname(file) !== dirname(other) && reached.get(other)?.has(file))
      .map((other) => `${file} and ${other}`),
  );
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
  it.each(["agent/view", "agent/web", "agent/server", "agent/store"])("of %s make no circle", (name) => {
    const targets = importsIn(name);
    expect([...targets.keys()].filter((file) => bundled(file, targets).has(file))).toEqual([]);
  });

  it.each(packageFolders())("of %s make no circle that leaves a folder, at once, later or by type", (name) => {
    expect(circlesBetweenFolders(importsIn(name, { types: true }))).toEqual([]);
  });

  it("that make a circle between folders are found, however long the way round is", () => {
    const round = new Map([
      ["a/one.ts", ["a/two.ts", "c/leaf.ts"]],
      ["a/two.ts", ["b/three.ts"]],
      ["b/three.ts", ["a/one.ts"]],
      ["d/four.ts", ["d/five.ts"]],
      ["d/five.ts", ["d/four.ts"]],
    ]);
    expect(circlesBetweenFolders(round)).toEqual(["a/one.ts and b/three.ts", "a/two.ts and b/three.ts"]);
  });

  it("of a card bring no other card", () => {
    const targets = importsIn("agent/web");
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
