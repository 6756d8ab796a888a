import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, sourcesOf, targetOf, type WrittenImport } from "./source-files.ts";

const SRC = "agent/store/src/";

/** What each room of the store may lean on beside itself, types included. */
const MAY_LEAN_ON: Readonly<Record<string, readonly string[]>> = {
  port: [],
  rules: ["port"],
  runs: ["port", "rules", "turn"],
  sqlite: ["port", "rules", "runs"],
  postgres: ["port", "rules", "runs"],
  turn: ["port"],
  "local-host": ["rules", "sqlite"],
  restate: [],
};

const imports = importsOf(sourcesOf("agent/store/src"));
const inside = imports.filter(({ specifier }) => specifier.startsWith("."));
const roomOf = (file: string) => file.slice(SRC.length).split("/")[0] ?? "";
const shown = ({ file, specifier }: WrittenImport) => `${file} imports ${specifier}`;

describe("the rooms of the store", () => {
  it("lean on what they share, and no adapter on another one", () => {
    const inRooms = inside.filter(({ file }) => !roomOf(file).endsWith(".ts"));
    const wrong = inRooms.filter((written) => {
      const [from, to] = [roomOf(written.file), roomOf(targetOf(written))];
      return from !== to && !MAY_LEAN_ON[from]?.includes(to);
    });
    expect(new Set(inRooms.map(({ file }) => roomOf(file)))).toEqual(new Set(Object.keys(MAY_LEAN_ON)));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("load the driver and the SDK of the engine when they are used, and name them nowhere else but by type", () => {
    const peers = imports.filter(({ specifier }) => /^(pg$|@restatedev\/)/.test(specifier));
    const loaded = peers.filter(({ when }) => when !== "type");
    expect(peers.length).toBeGreaterThan(loaded.length);
    expect(loaded.filter(({ when }) => when !== "later").map(shown)).toEqual([]);
    expect(new Set(loaded.map(({ file }) => file.slice(SRC.length)))).toEqual(
      new Set(["postgres/database/load-driver.ts", "restate/load-sdk.ts"]),
    );
  });

  it("have no circle of imports that crosses folders, not even by type", () => {
    const next = new Map<string, string[]>();
    for (const written of inside) next.set(written.file, [...(next.get(written.file) ?? []), targetOf(written)]);
    const reached = (from: string) => {
      const seen = new Set<string>();
      const waiting = [...(next.get(from) ?? [])];
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        if (seen.has(file)) continue;
        seen.add(file);
        waiting.push(...(next.get(file) ?? []));
      }
      return seen;
    };
    const all = new Map([...next.keys()].map((file) => [file, reached(file)]));
    const circular = inside.filter((written) => all.get(targetOf(written))?.has(written.file));
    expect(circular.filter((written) => dirname(written.file) !== dirname(targetOf(written))).map(shown)).toEqual([]);
  });
});
