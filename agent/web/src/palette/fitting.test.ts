import { describe, expect, it } from "vitest";
import { fitting } from "./fitting.ts";

const command = (name: string, kind: "action" | "thread" | "model" = "action") => ({
  id: name,
  name,
  kind,
  run: () => undefined,
});
const commands = [
  command("Pin this thread"),
  command("Settings"),
  command("Fix the thread pool", "thread"),
  command("thrifty", "model"),
];
const names = (words: string) => fitting(commands, words).map(({ name }) => name);

describe("fitting commands", () => {
  it("have all words, those that begin with the first of them before others", () => {
    expect(names("thr")).toEqual(["thrifty", "Pin this thread", "Fix the thread pool"]);
    expect(names("thread fix")).toEqual(["Fix the thread pool"]);
    expect(names("model")).toEqual(["thrifty"]);
    expect(names("")).toHaveLength(4);
    expect(names("nothing such")).toEqual([]);
  });

  it("are no more than can be looked at", () => {
    expect(
      fitting(
        Array.from({ length: 500 }, (_, n) => command(`n${n}`)),
        "n",
      ),
    ).toHaveLength(50);
  });
});
