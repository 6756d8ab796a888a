import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../../local/local-workspace.adapter.ts";
import { SEEN_FILES, SeenFiles } from "../../tracking/seen-files.ts";
import { sha256 } from "../../tracking/sha256.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { type ReadToolOptions, readTool } from "./read.tool.ts";

async function scene(files: Readonly<Record<string, string | Uint8Array>> = {}, options: ReadToolOptions = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), "read-")));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const seen = new SeenFiles();
  const workspace = await createLocalWorkspace({ root });
  const overrides = new Map([...workspaceOverrides({ workspace }), [SEEN_FILES.id, () => seen]]);
  const runner = new ToolRunner({ registry: new ToolRegistry([readTool(options)]), overrides });
  async function read(
    file_paths: string | string[],
    more: { limit?: number; offset?: number; end_line?: number } = {},
  ) {
    const args = { file_paths: [file_paths].flat(), ...more };
    const { result, message } = await runner.exec({ name: "read", arguments: args });
    return { ...result, text: typeof message.content === "string" ? message.content : "", content: message.content };
  }
  return { root, read, seen };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("read", () => {
  it("shows numbered lines and the path", async () => {
    const { read } = await scene({ "src/a.ts": "one\n\ttwo\n\n" });
    const { text, artifact } = await read("src/a.ts");
    expect(text).toBe(`=== src/a.ts ===\n     1\tone\n     2\t\ttwo\n     3\t`);
    expect(artifact).toMatchObject({ filesRead: 1, files: [{ path: "src/a.ts", lines: 3 }] });
  });

  it("tells the hash of a file to programs alone", async () => {
    const { read } = await scene({ a: "1\n" });
    const { text, artifact } = await read("a");
    const hash = sha256(new TextEncoder().encode("1\n"));
    expect(artifact).toMatchObject({ files: [{ path: "a", sha256: hash }] });
    expect(text).not.toContain(hash);
  });

  it("separates files by a blank line", async () => {
    const { root, read } = await scene({ a: "1\n", b: "2\n" });
    const { text } = await read([join(root, "a"), "./b"]);
    expect(text).toBe(`=== a ===\n     1\t1\n\n=== b ===\n     1\t2`);
  });

  it("shows the last lines for an offset from the end, whatever the file ends with", async () => {
    const endings = fc.array(fc.constantFrom("\n", "a\n", "é\r\n", "\r", "b"), { maxLength: 8 });
    const { root, read } = await scene();
    await fc.assert(
      fc.asyncProperty(endings, fc.integer({ min: 1, max: 9 }), async (pieces, count) => {
        await writeFile(join(root, "f"), pieces.join(""));
        const numbered = async (offset: number) =>
          (await read("f", { offset })).text.split("\n").filter((line) => /^ +\d+\t/.test(line));
        expect(await numbered(-count)).toEqual((await numbered(1)).slice(-count));
      }),
      { numRuns: 50 },
    );
  });

  it("says where to go on, and what was shown of the last page", async () => {
    const content = lines(5_321);
    const { read } = await scene({ f: content });
    expect((await read("f")).text).toContain(`  2000\tline 2000\n[lines 1-2000 of 5321; next: offset=2001]`);
    expect((await read("f", { offset: 5_001 })).text).toContain("  5321\tline 5321\n[lines 5001-5321 of 5321]");
    expect((await read("f", { offset: 10, limit: 2 })).text).toContain(
      "    10\tline 10\n    11\tline 11\n[lines 10-11 of 5321; next: offset=12]",
    );
    const last = "  5320\tline 5320\n  5321\tline 5321\n[lines 5320-5321 of 5321]";
    expect((await read("f", { offset: -2 })).text).toContain(`=== f ===\n${last}`);
    expect((await read("f", { offset: -3, limit: 1 })).text).toContain(
      "\n[lines 5319-5319 of 5321; next: offset=5320]",
    );
    expect((await read("f", { offset: -9_000, limit: 1 })).text).toContain("     1\tline 1\n[lines 1-1 of 5321; next");
    const until = async (offset: number, end_line: number) => (await read("f", { offset, end_line })).text;
    expect(await until(5, 6)).toContain("=== f ===\n     5\tline 5\n     6\tline 6\n[lines 5-6 of 5321");
    expect(await until(0, 1)).toContain("=== f ===\n     1\tline 1\n[lines 1-1 of 5321");
    expect(await until(5_320, -1)).toContain("  5321\tline 5321\n[lines 5320-5321 of 5321]");
    expect(await until(-1, 3)).toContain("=== f ===\n  5321\tline 5321");
    expect(await until(5, 2)).toBe(
      "Error executing tool: end_line 2 lies before the first line, 5. For lines 2 to 5 give offset 2 and end_line 5.",
    );
    expect(await until(5, -4)).toBe(
      "Error executing tool: end_line -4 lies before the first line, 5. Leave end_line out.",
    );
    const { text, isError } = await read("f", { offset: 9_000 });
    expect(text).toContain("\n[offset 9000 is past the end: 5321 lines]");
    expect(isError).toBe(false);
  });

  it("takes a first line of 0 for 1, and refuses numbers below", async () => {
    const { read } = await scene();
    const first = (await read("src/a.ts")).text;
    expect((await read("src/a.ts", { offset: 0 })).text).toBe(first);
    expect((await read("src/a.ts", { limit: -1 })).error?.code).toBe("invalid_arguments");
  });

  it("cuts at 50 KiB in whole lines", async () => {
    const { read } = await scene({ f: `${"x".repeat(99)}\n`.repeat(900) });
    const { text } = await read("f", { limit: 0 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(51_200);
    expect(Buffer.byteLength(text)).toBeGreaterThan(49_000);
    expect(text).toMatch(/\n +468\tx{99}\n\[lines 1-468 of 900; next: offset=469\]/);
    const both = await read(["f", "f", "f"], { limit: 300 });
    expect(Buffer.byteLength(both.text)).toBeLessThanOrEqual(51_200);
  });

  it("cuts long lines and says how much is missing", async () => {
    const { read } = await scene({ f: `${"x".repeat(70_000)}\nshort\n`, exact: `${"y".repeat(2_000)}\r\n` });
    expect((await read("f")).text).toContain(`\tx${"x".repeat(1_999)}…[+68000 chars]\n     2\tshort`);
    expect((await read("exact")).text).toContain(`\t${"y".repeat(2_000)}\n[CRLF]`);
  });

  it.each([
    ["one", ["     1\tone", "[no newline at end of file]"]],
    ["a\r\nb\r\n", ["     1\ta", "     2\tb", "[CRLF]"]],
    ["a\r\nb", ["     1\ta", "     2\tb", "[no newline at end of file]", "[CRLF]"]],
    ["a\r\nb\n", ["     1\ta", "     2\tb", "[mixed line endings]"]],
    ["a\rb\n", ["     1\ta␍b"]],
    ["\uFEFFa\n", ["     1\ta", "[UTF-8 BOM]"]],
    ["", ["[empty file]"]],
    ["\n", ["     1\t"]],
  ])("says what is peculiar about %j", async (content, expected) => {
    const { read } = await scene({ f: content });
    expect((await read("f")).text.split("\n").slice(1)).toEqual(expected);
  });

  it("shows text that is not UTF-8 and says so", async () => {
    const { read } = await scene({ f: Buffer.from("caf\xe9 au lait\n", "latin1") });
    expect((await read("f")).text).toContain("caf\uFFFD au lait\n[not UTF-8:");
  });

  it("does not show binary files", async () => {
    const control = Uint8Array.from({ length: 5_000 }, (_, index) => 1 + (index % 7));
    const late = Buffer.concat([Buffer.from("x".repeat(8_191)), Buffer.from([0])]);
    const { read } = await scene({ nul: "a\0b", control, late });
    for (const name of ["nul", "control", "late"]) {
      const { text, isError } = await read(name);
      expect(text).toBe(`=== ${name} ===\n[Binary file - content not displayed]`);
      expect(isError).toBe(false);
    }
  });

  it("shows images by their content, up to 4.5 MB", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const large = Buffer.concat([png, Buffer.alloc(4_500_000)]);
    const { read } = await scene({ "a.txt": png, "large.png": large, "fake.png": "text\n", "b.ts": "x\n" });
    const { content } = await read(["b.ts", "a.txt", "fake.png"]);
    expect(content).toEqual([
      { type: "text", text: `=== b.ts ===\n     1\tx\n\n=== a.txt ===\n[image/png, 70 bytes]` },
      { type: "image", mediaType: "image/png", data: png.toString("base64") },
      { type: "text", text: `=== fake.png ===\n     1\ttext` },
    ]);
    expect((await read("large.png")).text).toBe(
      "=== large.png ===\n[image/png, 4500070 bytes: larger than 4500000, not shown]",
    );
  });

  it("gives a PDF as a file, by its content, up to 3.9 MB", async () => {
    const pdf = (more: string | number = "") =>
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(Number(more) || 0, "x"), Buffer.from(`${more}\n%%EOF\n`)]);
    const { read } = await scene({
      "docs/a.txt": pdf(),
      "large.pdf": pdf(3_900_000),
      "cut.pdf": "%PDF-1.7\n",
      "locked.pdf": pdf("/Encrypt 5 0 R"),
    });
    const { content } = await read("docs/a.txt");
    expect(content).toEqual([
      { type: "text", text: "=== docs/a.txt ===\n[application/pdf, 16 bytes]" },
      { type: "file", mediaType: "application/pdf", name: "a.txt", data: pdf().toString("base64") },
    ]);
    const { text } = await read(["large.pdf", "cut.pdf", "locked.pdf"]);
    expect(text).toContain("bytes: larger than 3900000, not shown; read a part of it]");
    expect(text).toContain("[application/pdf, 9 bytes: damaged or cut short, not shown]");
    expect(text).toContain("bytes: encrypted, not shown]");
  });

  it("does not show an image that a provider refuses", async () => {
    const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x0b\xb8\0\0\0\x07\x08\x02\0\0\0crc0", "latin1");
    const { read } = await scene({
      "cut.png": head,
      "wide.png": Buffer.concat([head, Buffer.from("\0\0\0\0IENDcrc0")]),
    });
    const { content } = await read(["cut.png", "wide.png"]);
    expect(content).toBe(
      "=== cut.png ===\n[image/png, 33 bytes: damaged or cut short, not shown]\n\n=== wide.png ===\n" +
        "[image/png, 45 bytes: 3000 × 7 pixels are more than 2000 a side, not shown; read a smaller copy]",
    );
  });

  it("reads the others where one name is empty or too long", async () => {
    const { read } = await scene({ a: "x\n" });
    const long = "n".repeat(300);
    const { text, isError } = await read(["", long, "a"]);
    expect(isError).toBe(false);
    expect(text).toContain(
      `===  ===\nError: The path is empty. Give a path.\n\n=== ${long} ===\nError: ${long} does not exist.`,
    );
    expect(text).toContain("=== a ===\n     1\tx");
    expect(await read(["a", "../b"])).toMatchObject({ isError: true });
  });

  it("lists a directory", async () => {
    const { read } = await scene({ "src/a.ts": "", "src/sub/b.ts": "" });
    expect((await read("src")).text).toBe("=== src ===\nsub/\na.ts");
  });

  it("refuses what is no regular file, at once", async () => {
    const { root, read } = await scene({ a: "x\n" });
    execFileSync("mkfifo", [join(root, "fifo")]);
    expect(await read("fifo")).toMatchObject({ isError: true, error: { code: "user_error", reason: "IO" } });
    expect((await read(["fifo", "a"])).text).toContain(
      "=== fifo ===\nError: fifo is a FIFO, a socket or a device and is not read.",
    );
  });

  it("says what the nearest folder holds when nothing like a missing file is there", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 25 }, (_, n) => [`src/${String.fromCharCode(97 + n)}1.ts`, ""]),
    );
    const { read } = await scene({ ...many, "src/z/a.ts": "", "README.md": "" });
    const deep = (await read("path/to/constants.ts")).text;
    expect(deep).toContain("path/to/constants.ts does not exist. The workspace holds: README.md, src/.");
    const beside = (await read("src/constants.ts")).text;
    expect(beside).toMatch(/src\/constants\.ts does not exist\. src holds: a1\.ts, b1\.ts, .*t1\.ts, and 6 more\./);
  });

  it("names what may have been meant when a file is missing", async () => {
    const { read } = await scene({ "src/utils.ts": "x\n", "lib/deep/main.ts": "", "node_modules/main.ts": "" });
    const missing = await read("src/utlis.ts");
    expect(missing).toMatchObject({ isError: true, error: { code: "user_error", reason: "NOT_FOUND" } });
    expect(missing.text).toContain("src/utlis.ts does not exist. Did you mean: src/utils.ts?");
    expect((await read("src/main.ts")).text).toContain("Did you mean: lib/deep/main.ts?");
    const one = await read(["src/utlis.ts", "src/utils.ts"]);
    expect(one.isError).toBe(false);
    expect(one.text).toMatch(/^=== src\/utlis\.ts ===\nError: .*\n\n=== src\/utils\.ts ===\n {5}1\tx/);
    expect((await read(["no", "nor"])).isError).toBe(true);
  });

  it("refuses everything when one path is outside, also through a link", async () => {
    const { root, read } = await scene({ a: "x\n" });
    await symlink("/etc/passwd", join(root, "link"));
    for (const path of ["../a", "/etc/passwd", "link", "~/.bashrc"]) {
      expect(await read(["a", path])).toMatchObject({ isError: true, error: { code: "security_violation" } });
    }
  });

  it("refuses a slice above the token limit, with both numbers", async () => {
    const content = `${"x".repeat(99)}\n`.repeat(2_000);
    const { read } = await scene({ f: content, g: content });
    const refused = await read("f");
    expect(refused).toMatchObject({ isError: true, error: { reason: "TOO_LARGE" } });
    expect(refused.text).toContain("about 49500 tokens; at most 25000");
    expect((await read("f", { limit: 1_000 })).isError).toBe(false);
    expect((await read(["f", "g"], { limit: 600 })).isError).toBe(true);
    const small = await scene({ f: content }, { maxTokens: 10 });
    expect((await small.read("f", { limit: 1 })).text).toContain("about 25 tokens; at most 10");
  });

  it("reads a large file in pieces: characters and line ends on their borders are whole", async () => {
    const content = `${"é😀".repeat(1_000)}\r\n`.repeat(200);
    const { read } = await scene({ f: content });
    const { text } = await read("f", { offset: 190, limit: 3 });
    expect(text).toContain(`   190\t${"é😀".repeat(666)}é…[+1001 chars]\n`);
    expect(text).not.toContain("\uFFFD");
    expect(text).toContain(`[lines 190-192 of 200; next: offset=193]\n[CRLF]`);
  });

  it("remembers what was shown, and whether that was all", async () => {
    const { root, read, seen } = await scene({
      all: "1\n2\n",
      part: "1\n2\n",
      long: "x".repeat(3_000),
      refused: "x\n",
    });
    await read(["all", "long"]);
    await read("part", { limit: 1 });
    await read(["refused", "../outside"]);
    const known = ["all", "part", "long", "refused"].map((name) => seen.knowsAll(join(root, name)));
    expect(known).toEqual([true, false, false, undefined]);
    expect(seen.check(join(root, "all"), { bytes: new TextEncoder().encode("1\n2\n") })).toMatchObject({
      kind: "fresh",
    });
  });

  it("reads a file that is too large to hold", async () => {
    const line = `${"x".repeat(999)}\n`;
    const { read } = await scene({ f: line.repeat(9_000) });
    expect((await read("f", { offset: 9_000 })).text).toContain(
      `  9000\t${"x".repeat(999)}\n[lines 9000-9000 of 9000]`,
    );
    expect((await read("f", { offset: -2_001, limit: 1 })).text).toBe(
      (await read("f", { offset: 7_000, limit: 1 })).text,
    );
  });

  it("does not read a large file whole for some of its lines: those behind are not counted, nor those before the last", async () => {
    const { read } = await scene({ f: `${"a\n".repeat(4_500_000)}c\r\nd` });
    const head = "=== f ===";
    expect((await read("f", { limit: 1 })).text).toBe(`${head}\n     1\ta\n[lines 1-1 of 9 MB; next: offset=2]`);
    expect((await read("f", { offset: -2 })).text).toBe(
      `${head}\n    -2\tc\n    -1\td\n[lines -2 to -1 of 9 MB]\n[no newline at end of file]\n[CRLF]`,
    );
    expect((await read("f", { offset: -3, limit: 2 })).text).toBe(
      `${head}\n    -3\ta\n    -2\tc\n[lines -3 to -2 of 9 MB; next: offset=-1]\n[no newline at end of file]\n[mixed line endings]`,
    );
    const { text, artifact } = await read("f", { offset: 4_500_002 });
    expect(text).toContain("4500002\td\n[lines 4500002-4500002 of 4500002]\n");
    expect(artifact).toMatchObject({ files: [{ path: "f", lines: 4_500_002 }] });
  });
});
