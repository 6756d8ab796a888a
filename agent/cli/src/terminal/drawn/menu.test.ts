import { describe, expect, it } from "vitest";
import { stylesFor } from "../styles.ts";
import { Menu } from "./menu.ts";

const UP = "\u001b[A";
const DOWN = "\u001b[B";

function menuOf(labels: readonly string[], isFiltered: boolean) {
  const chosen: string[] = [];
  const choices = labels.map((label, index) => ({ key: String(index + 1), word: `w${index + 1}`, label }));
  const styles = stylesFor(false, {});
  const menu = new Menu({ choices, styles, leaving: "Esc leaves", isFiltered, choose: (word) => chosen.push(word) });
  const press = (...keys: string[]) => {
    for (const key of keys) menu.handleInput(key);
  };
  return { menu, chosen, press };
}

describe("a menu", () => {
  it("takes a key, or where the arrows stand", () => {
    const { chosen, press } = menuOf(["milk", "tea"], false);
    press("2", DOWN, "\r", DOWN, "\r", UP, "\r");
    expect(chosen).toEqual(["w2", "w2", "w1", "w2"]);
  });

  it("leaves what has the words that are typed, where it is filtered", () => {
    const { menu, chosen, press } = menuOf(["buy milk", "sell tea", "buy tea 2"], true);
    press(DOWN, ..."Tea b");
    expect(menu.render(60)).toEqual(["❯ 3  buy tea 2", "  with “Tea b” · Esc leaves"]);
    press(" ", "2", "\r");
    expect(chosen).toEqual(["w3"]);
    press(..."x");
    expect(menu.render(60)).toEqual(["  None is like that. · with “Tea b 2x” · Esc leaves"]);
    press("\r", ...Array.from({ length: 12 }, () => "\u007f"), "1");
    expect(chosen).toEqual(["w3", "w1"]);
  });

  it("hears no words where it is not", () => {
    const { menu, press } = menuOf(["buy milk", "sell tea"], false);
    press(..."tea");
    expect(menu.render(60)).toHaveLength(3);
  });
});
