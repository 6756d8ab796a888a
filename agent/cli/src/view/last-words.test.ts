import { expect, it } from "vitest";
import { PlainScreen } from "../terminal/plain-screen.ts";
import { showLastWords } from "./last-words.ts";

function shown(content: string): string {
  let written = "";
  const stream = { isTTY: true, columns: 80, write: (text: string) => void (written += text) };
  const history = [{ role: "user", content } as const, { role: "assistant", content: "Seen." } as const];
  showLastWords({ title: "logs", history }, new PlainScreen(stream, { NO_COLOR: "1" }));
  return written;
}

it("shows the beginning alone of a log that was pasted, and the answer to it", () => {
  const pasted = Array.from({ length: 30_000 }, (_, line) => `line ${line}`).join("\n");
  expect(shown(pasted)).toMatch(/❯ line 0\n {2}line 1\n[\s\S]*line 19\n {2}… 318,889 characters in all\n\nSeen\./);
  expect(shown("x".repeat(2_000_000)).length).toBeLessThan(2_200);
  expect(shown("one\ntwo")).toMatch(/❯ one\n {2}two\n\nSeen\./);
});
