import { describe, expect, it } from "vitest";
import { CHECKS } from "./checks.ts";
import { grammars } from "./notation.ts";

describe("a table of grammars", () => {
  it("has programs with one form, several and subcommands", () => {
    const [one, same, several, group] = grammars(`
// said to whoever reads it here
look see | look 1.0, look 2.0 | posix
  reads data read* alone=tree plain
    -n,--lines=number
    -q
copy | any
  reads needs=--version --version
  writes read+ into deep=-r,-d=all check=staysPut -r -d=data
shop | any | repository
  -C=cd
  asks -v
  buy sell: loses name+ -f!asks
  visit:
    reads
    runs hidden=-a instead=-e data -a -e=data
`).map(([, grammar]) => grammar());
    expect(same).toBe(one);
    expect(one).toEqual({
      names: "look see",
      versions: ["look 1.0", "look 2.0"],
      style: "posix",
      effect: "reads",
      options: "-n,--lines=number -q",
      operands: "data read*",
      alone: "tree",
      plain: true,
    });
    expect(several).toEqual({
      names: "copy",
      versions: ["any"],
      forms: [
        { effect: "reads", options: "--version", needs: "--version" },
        { effect: "writes", options: "-r -d=data", operands: "read+ into", deep: "-r -d=all", check: CHECKS.staysPut },
      ],
    });
    expect(group).toEqual({
      names: "shop",
      versions: ["any"],
      repository: true,
      options: "-C=cd",
      alone: { effect: "asks", options: "-v" },
      subcommands: {
        "buy sell": { effect: "loses", options: "-f!asks", operands: "name+" },
        visit: {
          forms: [
            { effect: "reads" },
            { effect: "runs", options: "-a -e=data", operands: "data", hidden: "-a", instead: "-e" },
          ],
        },
      },
    });
  });

  const read = (text: string) => grammars(text).map(([, grammar]) => grammar());

  it("throws for an effect and a check that there are not", () => {
    expect(() => read("x | any\n  steals data")).toThrow("not an effect of a grammar: steals");
    expect(() => read("x | any\n  reads check=isNice")).toThrow("not a check of a grammar: isNice");
  });
});
