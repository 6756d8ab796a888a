import type { CallPreview } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { PlainScreen } from "./plain-screen.ts";
import { showCall } from "./show-call.ts";

const PLAIN: Readonly<Record<string, string>> = { NO_COLOR: "1" };

function shown(args: Parameters<typeof showCall>[0]["arguments"], shows: CallPreview = {}, environment = PLAIN) {
  let text = "";
  const screen = new PlainScreen({ columns: 80, write: (piece) => (text += piece) }, environment);
  const more = showCall({ toolName: "bash", arguments: args, shows }, screen);
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
    expect(lines[2]).toMatch(/^ {4}The model says: Lists files\.\\n {2}command: ls x+…$/);
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

  const hunks = [{ oldStart: 7, newStart: 7, text: " a\n-b\n+B" }];
  const file = { path: "a.txt", change: "modified", added: 1, removed: 1, hunks } as const;

  it("shows a change as it was told, with the places of its lines, and beside it what the change does not say", () => {
    const args = { file_path: "a.txt", old_string: "b", new_string: "B", replace_all: true };
    expect(
      shown(args, { files: [file] })
        .take()
        .slice(1),
    ).toEqual(["    replace_all: true", "    a.txt +1 −1", "      7   a", "      8 - b", "      8 + B"]);
  });

  it("counts a change whole that it does not show whole, and shows all that the call says beside it", () => {
    const args = { file_path: "a.txt", content: "b\nB\n" };
    const lines = shown(args, { files: [{ ...file, added: 900, left: 899 }] }).take();
    expect(lines.slice(1, 5)).toEqual(["    file_path: a.txt", "    content: b", "      B", "    a.txt +900 −1"]);
    expect(lines.at(-1)).toBe("      899 lines not shown here");
  });

  it("marks in a command what cannot be taken back, and says which host a call talks to", () => {
    const command = { text: "cd a && rm -rf b", marks: [[8, 14]] } as const;
    const marked = shown({ command: command.text }, { command }, { FORCE_COLOR: "1" }).take().at(-1);
    expect(marked).toBe("    command: cd a && \u001b[31m\u001b[4mrm -rf\u001b[24m\u001b[39m b");
    expect(shown({ command: command.text }, { command }).take().at(-1)).toBe(`    command: ${command.text}`);
    expect(shown({ command: "ls" }, { command }).take().at(-1)).toBe("    command: ls");
    expect(shown({ url: "x" }, { host: "a.example" }).take()[1]).toBe("    talks to a.example");
  });
});
