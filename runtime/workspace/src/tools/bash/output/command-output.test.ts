import { createScrubber, type OutputRef, secret } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import type { Spill } from "../../../outputs/output-spills.port.ts";
import { CommandOutput } from "./command-output.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const SCRUBBER = createScrubber([secret("pin", "hunter2-hunter2")]);

const REF: OutputRef = { id: "o7", bytes: 1, lines: 1 };

class MemorySpill implements Spill {
  text = "";
  fate: "open" | "kept" | "discarded" = "open";
  async write(text: string) {
    this.text += text;
  }
  async keep() {
    this.fate = "kept";
    return REF;
  }
  async discard() {
    this.fate = "discarded";
  }
}

const keptAs = ({ id }: OutputRef, what: string) => `full ${what}: tool_output_cache ref_id=${id}`;

async function collect(
  chunks: readonly (readonly ["stdout" | "stderr", Uint8Array])[],
  spill?: Spill,
  colours = false,
) {
  const live: string[] = [];
  const outputs = { begin: () => spill, told: keptAs, maxBytes: Infinity };
  const output = new CommandOutput({ outputs, colours, scrubber: SCRUBBER, emit: (chunk) => live.push(chunk) });
  for (const [stream, chunk] of chunks) await output.take(chunk, stream);
  return { ...(await output.end()), live: live.join("") };
}

const out = (text: string) => ["stdout", bytes(text)] as const;
const err = (text: string) => ["stderr", bytes(text)] as const;

describe("CommandOutput", () => {
  it("merges both streams in the order of arrival and keeps them apart as well", async () => {
    const spill = new MemorySpill();
    const result = await collect([out("a"), err("b\n"), out("c\n"), err("\x1b[31md")], spill);
    expect(result).toEqual({ text: "ab\nc\nd", stdout: "ac\n", stderr: "b\nd", live: "ab\nc\nd", looks: [] });
    expect(spill.fate).toBe("discarded");
  });

  it("decodes characters that are cut between chunks, each stream on its own", async () => {
    const euro = bytes("€");
    const result = await collect([
      ["stdout", euro.subarray(0, 1)],
      ["stderr", euro.subarray(0, 2)],
      ["stdout", euro.subarray(1)],
      ["stderr", euro.subarray(2)],
    ]);
    expect(result.text).toBe("€€");
    expect((await collect([["stdout", euro.subarray(0, 2)]])).text).toBe("\uFFFD");
  });

  it("collapses progress and leaves out control sequences, in the spill too", async () => {
    const spill = new MemorySpill();
    const lines = "x\n".repeat(3_000);
    const result = await collect([out("1%\r50%\r\x1b[K100%\n"), out(lines)], spill);
    expect(result.stdout.startsWith("100%\nx\n")).toBe(true);
    expect(spill.text).toBe(`100%\n${lines}`);
    expect(result.live.startsWith("\r100%\nx\n")).toBe(true);
  });

  it("keeps colours for who looks on, and says where they stood; every text is plain and masked", async () => {
    const spill = new MemorySpill();
    const chunks = [
      out("\x1b[31mred \x1b]0;t\x07hun\x1b[1mter2"),
      err("\x1b[32mwarn\x1b[m "),
      out("-hunter2\x1b[0m\n\x1b[2Jok\n"),
    ];
    const plain = await collect(chunks);
    const { live, looks, ...same } = await collect(chunks, spill, true);
    expect({ ...same, live: plain.live, looks: [] }).toEqual(plain);
    expect(live).toBe("\x1b[0;31mred hun\x1b[0;1;31mter2\x1b[0;1;32mwarn\x1b[0m -hunter2\nok\n");
    expect(looks).toEqual([
      [0, "31"],
      [7, "1;31"],
      [11, "1;32"],
      [15, ""],
    ]);
    expect(same.stdout).toBe("red [secret:pin]\nok\n");
  });

  it("is no larger for a megabyte of escapes", async () => {
    const marks = "\x1b[31m\x1b[1;42m\x1b[38;2;1;2;3m\x1b[m".repeat(35_000);
    const { text, live, looks } = await collect(
      [out(`a${marks}b\n`), out("x\x1b[31my\x1b[m".repeat(100_000))],
      undefined,
      true,
    );
    expect(text).toContain("ab\n");
    expect(live.startsWith("ab\n")).toBe(true);
    expect(live.length).toBeLessThan(150_000);
    expect(JSON.stringify(looks).length).toBeLessThan(64 * 1024);
  });

  it("says how much is missing and where all of it is", async () => {
    const spill = new MemorySpill();
    const text = Array.from({ length: 16_000 }, (_, line) => `${line}\n`).join("");
    const result = await collect([out(text)], spill);
    expect(result.ref).toBe(REF);
    expect(result.text).toContain(
      "\n398\n[… 14,005 lines omitted; full output: tool_output_cache ref_id=o7 …]\n14404\n",
    );
    expect(spill).toMatchObject({ fate: "kept", text });
    expect((await collect([out(text)])).text).toContain("[… 14,005 lines omitted; not kept …]");
  });

  it("says that long lines were cut", async () => {
    const result = await collect([out("x".repeat(70_000))], new MemorySpill());
    expect(result.text).toBe(
      `${"x".repeat(2_000)}…[+68000 chars]\n[long lines cut; full output: tool_output_cache ref_id=o7]\n`,
    );
  });

  it("never shows binary output, early or late in the first 4 KiB", async () => {
    const spill = new MemorySpill();
    const result = await collect([out("ok\n"), out("\0\x01".repeat(2_000))], spill);
    expect(result).toMatchObject({ text: "[binary output, 4003 bytes, saved ref=o7]", stdout: "", live: "ok\n" });
    const late = await collect([out("x\n".repeat(2_048)), out("a\0b")]);
    expect(late.text.endsWith("\nab")).toBe(true);
  });

  it("masks secrets before it cuts, stores or shows, also across chunks", async () => {
    const spill = new MemorySpill();
    const filler = "x".repeat(1_995);
    const result = await collect([out(`${filler}hunt`), out("er2-hunter2\n"), out("x\n".repeat(3_000))], spill);
    for (const text of [result.text, result.stdout, result.live, spill.text]) {
      expect(text).not.toContain("hunt");
      expect(text).toContain("[sec");
    }
  });
});
