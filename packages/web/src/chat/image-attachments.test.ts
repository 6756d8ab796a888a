import { describe, expect, it } from "vitest";
import { ImageAttachments, imageProblem } from "./image-attachments.ts";

describe("imageProblem", () => {
  it("takes what the server takes", () => {
    expect(imageProblem({ name: "a.png", type: "image/png", size: 3_000_000 })).toBeUndefined();
    expect(imageProblem({ name: "a.svg", type: "image/svg+xml", size: 10 })).toMatch(/PNG, JPEG, GIF or WebP/);
    expect(imageProblem({ name: "a.png", type: "image/png", size: 3_000_001 })).toMatch(/larger than 3 MB/);
  });
});

describe("ImageAttachments", () => {
  it("refuses a file that is no image", async () => {
    const file = new File(["x"], "a.txt", { type: "text/plain" });
    await expect(new ImageAttachments().add({ file })).rejects.toThrow("“a.txt” cannot be attached");
  });
});
