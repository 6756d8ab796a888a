import { describe, expect, it } from "vitest";
import { editedBytes } from "./edited-text.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") => new Uint8Array(Buffer.from(text, encoding));

describe("an edit in a text field", () => {
  it.each<[string, string | undefined, string, string]>([
    ["a new file", undefined, "A.\nB.\n", "A.\nB.\n"],
    ["a file with nothing in it", "", "A.\r\nB.\n", "A.\nB.\n"],
    ["line feeds", "A.\nB.", "A.\nC.", "A.\nC."],
    ["a byte order mark", "\ufeffA.\n", "B.\n", "\ufeffB.\n"],
    ["CRLF, which the field does not send", "A.\r\nB.\r\n", "A.\nB.\nC.\n", "A.\r\nB.\r\nC.\r\n"],
    ["CRLF that is sent back", "\ufeffA.\r\n", "A.\r\nB.\n", "\ufeffA.\r\nB.\r\n"],
  ])("keeps what nobody edited: %s", (_, before, text, after) => {
    const edited = editedBytes(text, before === undefined ? undefined : bytes(before));
    expect(edited).toEqual({ ok: true, bytes: bytes(after) });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ["Latin-1", bytes("Stra\xdfe\n", "latin1"), /^is not UTF-8 text, so that [^.]+\.$/],
    ["UTF-16", bytes("A.\n", "utf16le"), /^is not UTF-8 text, so that [^.]+\.$/],
    ["half a character at its end", bytes("A€").subarray(0, 3), /^is not UTF-8 text/],
    ["two kinds of line breaks", bytes("A.\r\nB.\nC.\n"), /^has line breaks of more than one kind[^.]+\.$/],
    ["those of old Macs", bytes("A.\rB.\r"), /^has line breaks of more than one kind/],
  ])("is refused where the rest could not be kept: %s", (_, before, why) => {
    expect(editedBytes("A.\n", before)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });
});
