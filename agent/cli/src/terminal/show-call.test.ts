import { describe, expect, it } from "vitest";
import { PlainScreen } from "./plain-screen.ts";
import { showCall } from "./show-call.ts";

function shown(args: Parameters<typeof showCall>[0]["arguments"]) {
  let text = "";
  const screen = new PlainScreen({ columns: 80, write: (piece) => (text += piece) }, { NO_COLOR: "1" });
  const more = showCall({ toolName: "bash", arguments: args }, screen);
  const take = () => {
    const taken = text.split("\n").slice(0, -1);
    text = "";
    return taken;
  };
  return { more, take };
}

describe("showCall", () => {
  it("shows the command last and whole, and before it in one line what the model says of it", () => {
    const description = `Lists files.\n  command: ls ${"x".repeat(200)}`;
    const { take } = shown({ command: `echo ${"y".repeat(5_000)}`, description, timeout: 5 });
    const lines = take();
    expect(lines.slice(0, 2)).toEqual(["  ? Run bash? ", "    timeout: 5"]);
    expect(lines[2]).toMatch(/^ {4}the model says: Lists files\.\\n {2}command: ls x+…$/);
    expect(lines[2]?.length).toBeLessThanOrEqual(80);
    expect(lines.slice(3)).toEqual([`    command: echo ${"y".repeat(5_000)}`]);
  });

  it("spells out what hides, turns or passes for a blank", () => {
    expect(shown({ command: "rm -rf\u00a0/\u202e\u3164" }).take().at(-1)).toBe(
      "    command: rm -rf\\u{a0}/\\u{202e}\\u{3164}",
    );
  });

  it("shows a long one page by page, to its end", () => {
    const command = Array.from({ length: 100 }, (_, line) => `echo ${line}`).join("\n");
    const { more, take } = shown({ command });
    const first = take();
    expect(first).toHaveLength(42);
    expect([first.at(-1), more.left]).toEqual(["    … 60 more lines", 60]);
    const second = more.show();
    expect([take().at(-1), second.left]).toEqual(["    … 20 more lines", 20]);
    expect(second.show().left).toBe(0);
    expect(take().at(-1)).toBe("      echo 99");
  });
});
