import { describe, expect, it } from "vitest";
import { fileParts, labelled } from "./file-parts.ts";
import { samplePdf } from "./sample-pdf.test-data.ts";

const file = (content: string | Uint8Array<ArrayBuffer>, name: string, type = "") =>
  new File([content], name, { type });

describe("a file in a message", () => {
  it("is its text, between lines with its name", async () => {
    expect(await fileParts(file("a = 1\n", "a.py"))).toEqual([
      { type: "text", text: '[file "a.py"]\na = 1\n[end of file "a.py"]' },
    ]);
    expect(labelled('x"\ny', "t")).toBe('[file "x y"]\nt\n[end of file "x y"]');
  });

  it("is refused in words where it is no text, or too much of it", async () => {
    for (const content of [new Uint8Array([0xff, 0xfe, 0xfd]), "a\0b"]) {
      await expect(fileParts(file(content, "x.zip"))).rejects.toThrow("“x.zip” cannot be attached: it is not a text");
    }
    await expect(fileParts(file("x".repeat(500_001), "long.txt"))).rejects.toThrow("longer than 500,000 characters");
    await expect(fileParts(file("not one", "broken.pdf", "application/pdf"))).rejects.toThrow(
      "it has no text that can be read",
    );
  });

  it("is the text of a PDF document, page by page", async () => {
    const [part] = await fileParts(file(samplePdf("Invoice 4711"), "invoice.pdf"));
    expect(part).toMatchObject({ type: "text", text: expect.stringContaining("[page 1]\nInvoice 4711") });
  });
});
