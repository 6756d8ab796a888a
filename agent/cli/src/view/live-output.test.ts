import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { LiveOutput } from "./live-output.ts";

function printed(chunks: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  const stream = new PassThrough();
  const live = new LiveOutput(new PlainScreen(stream, environment), "  ");
  for (const chunk of chunks) live.push(chunk);
  live.end();
  return stream.read()?.toString() ?? "";
}

describe("LiveOutput", () => {
  it("shows lines however they are cut, and the last one without an end", () => {
    expect(printed(["on", "e\ntw", "o\nthree"])).toBe("  one\n  two\n  three\n");
    expect(printed([])).toBe("");
  });

  it("shows the first 30 lines as they come, and the last 5 at the end", () => {
    const numbers = Array.from({ length: 100 }, (_, index) => String(index));
    const lines = printed([numbers.map((number) => `${number}\n`).join("")]).split("\n");
    expect(lines.slice(28, 37)).toEqual([
      "  28",
      "  29",
      "  … 65 lines not shown",
      "  95",
      "  96",
      "  97",
      "  98",
      "  99",
      "",
    ]);
  });

  it("says that more is not shown where the tool itself has left out some", () => {
    const numbers = Array.from({ length: 50 }, (_, index) => `${index}\n`);
    const chunks = [...numbers, "[…]\n", ...numbers];
    expect(printed(chunks)).toContain("  … more than 65 lines not shown\n  45\n");
  });

  it("keeps of a line that is written anew what it says last, however it is cut", () => {
    const text = "10%\r50%\r\u001b[0;32m100%\u001b[0m\ndone\r\nabc\b\bX\n";
    expect(printed([text])).toBe("  100%\n  done\n  aX\n");
    expect(printed([...text])).toBe("  100%\n  done\n  aX\n");
    expect(printed(["50%\r", "60%"])).toBe("  60%\n");
    expect(printed(Array.from({ length: 1_000 }, (_, n) => `\r${"=".repeat(100)} ${n}`))).toMatch(/^ {2}=+ 999\n$/);
  });

  it("shows it in passing on a terminal", () => {
    const shown: string[] = [];
    const screen = new PlainScreen({ isTTY: true, columns: 40, write: (text) => shown.push(text) }, { NO_COLOR: "1" });
    const live = new LiveOutput(screen, "  ");
    for (const chunk of ["10%\r", "50%\r", "100%\n"]) live.push(chunk);
    live.end();
    expect(shown.join("")).toBe("  10%\r\u001b[2K  50%\r\u001b[2K  100%\n");
  });

  it("gives what has a look its look, and keeps it over lines and cuts", () => {
    const text = "a\u001b[0;31mred\nstill\u001b[0m plain\u001b[2J\n";
    const [dim, off] = ["\u001b[2m", "\u001b[22m"];
    const red = (words: string) => `\u001b[0;31m${words}\u001b[0m`;
    const shown = [
      `${dim}  ${off}${dim}a${off}${red("red")}\n`,
      `${dim}  ${off}${red("still")}${dim} plain\\u{1b}[2J${off}\n`,
    ].join("");
    expect(printed([text], { FORCE_COLOR: "1" })).toBe(shown);
    expect(printed([...text], { FORCE_COLOR: "1" }).replaceAll(`${off}${dim}`, "")).toBe(
      shown.replaceAll(`${off}${dim}`, ""),
    );
    expect(printed([text])).toBe("  ared\n  still plain\\u{1b}[2J\n");
  });

  it("cuts by what is seen", () => {
    const marked = "\u001b[0;32mab\u001b[0mcd".repeat(50);
    expect(printed([`${marked}\n`])).toBe(`  ${`${"abcd".repeat(50).slice(0, 117)}…`}\n`);
  });

  it("keeps only what can be shown of a line without an end", () => {
    expect(printed(Array.from({ length: 100 }, () => "x".repeat(100_000))).length).toBeLessThan(200);
  });
});
