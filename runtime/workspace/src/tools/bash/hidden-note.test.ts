import { expect, it } from "vitest";
import { hiddenNote } from "./hidden-note.ts";

it.each(["Permission denied", "Operation not permitted"])(
  "names a hidden file that an error speaks of: %s",
  (error) => {
    const printed = { command: "cat * 2>&1", stdout: `# .env is private\ncat: .env: ${error}\n`, stderr: "" };
    const hidden = [{ path: "/w/.env", kind: "file" }] as const;
    expect(hiddenNote(hidden, printed, "/w")).toBe("hidden from lines that only look: .env");
    const silent = { ...printed, stdout: "# .env is private\n", command: "cat README.md" };
    expect(hiddenNote(hidden, silent, "/w")).toBeUndefined();
  },
);
