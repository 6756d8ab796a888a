import { expect, it } from "vitest";
import { messageOf } from "./message-of.ts";

it("says what to do where the system knows no home of the user", () => {
  const message = "A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)";
  const thrown = Object.assign(new Error(message), { syscall: "uv_os_homedir" });
  expect(messageOf(thrown)).toBe("The user has no home folder: set HOME to the path of one.");
});

it("is the first line of anything else, and never empty", () => {
  expect([new Error("a\nb"), "text", new Error("")].map(messageOf)).toEqual([
    "a",
    "text",
    "It failed without a word on why.",
  ]);
});
