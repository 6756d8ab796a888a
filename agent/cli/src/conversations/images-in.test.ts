import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { LARGEST_IMAGE, withImages } from "./images-in.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "toolwright-images-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it("names each image that a message leaves behind, and why, with its folder where it has one", async () => {
  const root = await folder();
  await mkdir(join(root, "sub"));
  for (const name of ["a.png", "sub/a.png"]) {
    const file = await open(join(root, name), "w");
    await file.truncate(LARGEST_IMAGE + 1);
    await file.close();
  }
  await writeFile(join(root, "b.png"), "b");
  const { content, notes } = await withImages("look at a.png, sub/a.png b.png and none.png a.png sub/a.png", root);
  expect(notes.toSorted()).toEqual([
    "a.png is larger than 5 MB, so it is only named.",
    "b.png goes along as an image.",
    "sub/a.png is larger than 5 MB, so it is only named.",
  ]);
  expect(content).toHaveLength(2);
});

it("names also those that are more than a message takes; what is no file does not count", async () => {
  const root = await folder();
  const names = Array.from({ length: 12 }, (_, index) => `${index}.png`);
  for (const name of names) await writeFile(join(root, name), name);
  const { content, notes } = await withImages(`none.png ${names.join(" ")}`, root);
  expect(notes.filter((note) => note.endsWith("goes along as an image."))).toHaveLength(10);
  expect(notes.slice(10)).toEqual([
    "10.png is one more than the 10 images of a message, so it is only named.",
    "11.png is one more than the 10 images of a message, so it is only named.",
  ]);
  expect(content).toHaveLength(11);
});
