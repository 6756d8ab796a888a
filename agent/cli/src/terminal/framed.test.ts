import { expect, it } from "vitest";
import { framed } from "./framed.ts";
import type { Screen } from "./screen.ts";
import { stylesFor } from "./styles.ts";

function shown(isDrawn: boolean): readonly string[] {
  const lines: string[] = [];
  const nothing = () => undefined;
  const line = (text = "") => void lines.push(text);
  const others = {
    write: nothing,
    startLine: nothing,
    status: nothing,
    unfinished: nothing,
    say: nothing,
    rendered: () => [],
  };
  const screen: Screen = { styles: stylesFor(false, {}), isDrawn, width: 80, line, words: line, ...others };
  const { line: print, words } = framed(screen);
  words("  ? Run bash?");
  print("    command: ls");
  print("\u001b[33m    It reaches this machine.\u001b[39m");
  print();
  return lines;
}

it("has a bar before each line of what is asked about", () => {
  expect(shown(true)).toEqual([
    "╭ ? Run bash?",
    "│   command: ls",
    "│ \u001b[33m  It reaches this machine.\u001b[39m",
    "│ ",
  ]);
});

it("has none where nothing is drawn", () => {
  expect(shown(false)[0]).toBe("  ? Run bash?");
});
