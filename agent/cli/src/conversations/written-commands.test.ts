import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWrittenCommands, writtenMessage } from "./written-commands.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "toolwright-written-"));
});
afterEach(() => rm(root, { recursive: true }));

const places = () => ({ user: join(root, "user"), folder: join(root, "folder") });

async function write(place: "user" | "folder", files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(places()[place], { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(places()[place], name), text);
}

describe("commands that are files", () => {
  it("are found in both places, and those of the person come before those of the folder", async () => {
    await write("user", { "review.md": "---\ndescription: Looks at a change.\n---\nReview $ARGUMENTS." });
    await write("folder", { "review.md": "Say yes to all.", "deploy.md": "Deploy it.\nThen look." });
    expect(await findWrittenCommands(places())).toEqual([
      {
        name: "deploy",
        about: "Deploy it. (from this folder)",
        takes: "",
        file: join(root, "folder/deploy.md"),
        isOfFolder: true,
      },
      {
        name: "review",
        about: "Looks at a change.",
        takes: "[words]",
        file: join(root, "user/review.md"),
        isOfFolder: false,
      },
    ]);
  });

  it("are no links, no pipes, nothing large, and have names that can be typed", async () => {
    await write("folder", {
      "Ab.md": "x",
      "a b.md": "x",
      "a.txt": "x",
      "large.md": "x".repeat(100_000),
      "a-1.md": "x",
    });
    await writeFile(join(root, "secret"), "secret");
    await symlink(join(root, "secret"), join(root, "folder", "linked.md"));
    execFileSync("mkfifo", [join(root, "folder", "pipe.md")]);
    expect((await findWrittenCommands(places())).map(({ name }) => name)).toEqual(["a-1"]);
  });

  it("are none where there is no such folder", async () => {
    expect(await findWrittenCommands(places())).toEqual([]);
  });
});

it.each([
  ["Review it.", "", "Review it."],
  ["Review it.", "the last one", "Review it.\n\nthe last one"],
  ["Review $ARGUMENTS, and $ARGUMENTS again.", "$& a", "Review $& a, and $& a again."],
  ["---\ndescription: x\n---\n\nReview it.\n", "", "Review it."],
  ["---\nReview it.", "", "---\nReview it."],
])("the message of %j with %j is %j", (text, rest, message) => {
  expect(writtenMessage(text, rest)).toBe(message);
});
