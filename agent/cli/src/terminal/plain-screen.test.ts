import { describe, expect, it } from "vitest";
import { PlainScreen } from "./plain-screen.ts";

function terminal(environment = {}) {
  let written = "";
  const screen = new PlainScreen(
    { isTTY: true, columns: 80, write: (text: string) => (written += text) },
    { NO_COLOR: "1", ...environment },
  );
  return { screen, written: () => written };
}

describe("Screen", () => {
  it("keeps back what is written during a question, in order, each on its own line", () => {
    const { screen, written } = terminal();
    screen.write("before");
    screen.startLine();
    screen.hold();
    screen.status("…");
    screen.line("one");
    screen.write("tw");
    screen.line("three");
    expect(written()).toBe("before\n");
    screen.lineWasEnded();
    screen.release();
    expect(written()).toBe("before\none\ntw\nthree\n");
    screen.line("four");
    expect(written()).toBe("before\none\ntw\nthree\nfour\n");
  });

  it("says nothing in passing where a terminal cannot erase it", () => {
    const { screen, written } = terminal({ TERM: "dumb" });
    screen.status("The model is reading…");
    screen.line("one");
    expect(written()).toBe("one\n");
  });

  it("keeps a bounded amount", () => {
    const { screen, written } = terminal();
    screen.hold();
    for (let index = 0; index < 30; index++) screen.line("x".repeat(10_000));
    screen.release();
    expect(written().length).toBeLessThanOrEqual(100_000);
  });
});
