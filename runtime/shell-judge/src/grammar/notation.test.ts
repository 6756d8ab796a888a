import { describe, expect, it } from "vitest";
import { CHECKS } from "./checks.ts";
import { commandWith, formOf, grammars } from "./notation.ts";

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
  writes read+ into deep=-r,-d=all check=isHere -r -d=data
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
      ...commandWith(formOf(["reads data read* alone=tree plain -n,--lines=number -q"])),
      style: "posix",
      repository: false,
      partly: false,
    });
    const lines = { role: { name: "number" }, value: "either", effect: undefined };
    expect(one?.forms[0]).toMatchObject({ effect: "reads", alone: "tree", plain: true, textual: false, needs: [] });
    expect(Object.fromEntries(one?.forms[0]?.options ?? [])).toEqual({
      "-n": lines,
      "--lines": lines,
      "-q": { role: { name: "flag" }, value: "none", effect: undefined },
    });
    expect(one?.forms[0]?.operands).toEqual([
      { role: { name: "data" }, least: 1, many: false },
      { role: { name: "read" }, least: 0, many: true },
    ]);
    expect(several?.forms.map(({ effect, needs, deep, check }) => ({ effect, needs, deep, check }))).toEqual([
      { effect: "reads", needs: ["--version"], deep: [], check: undefined },
      { effect: "writes", needs: [], deep: ["-r", "-d=all"], check: CHECKS.isHere },
    ]);
    expect(group).toMatchObject({ style: "gnu", repository: true, forms: [{ effect: "asks" }] });
    expect(group?.options.get("-C")?.role).toEqual({ name: "cd" });
    expect(group?.subcommands.get("buy")?.forms[0]?.options.get("-f")?.effect).toBe("asks");
    expect(group?.subcommands.get("sell")).toBe(group?.subcommands.get("buy"));
    const visits = group?.subcommands
      .get("visit")
      ?.forms.map(({ effect, hidden, instead }) => [effect, hidden, instead]);
    expect(visits).toEqual([
      ["reads", [], []],
      ["runs", ["-a"], ["-e"]],
    ]);
  });

  const read = (text: string) => grammars(text).map(([, grammar]) => grammar());

  it("throws for an effect and a check that there are not", () => {
    expect(() => read("x | any\n  steals data")).toThrow("not an effect of a grammar: steals");
    expect(() => read("x | any\n  reads check=isNice")).toThrow("not a check of a grammar: isNice");
  });
});
