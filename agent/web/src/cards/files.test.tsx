import { describe, expect, it } from "vitest";
import { renderCall } from "./render-call.test-data.tsx";
import { filesOf, resultParts } from "./result-parts.ts";

const PDF = { type: "file", mediaType: "application/pdf", name: "a\u202e.pdf", data: "JVBERi0=", ref: "k1" };
/** Its bytes are only kept, and nothing here reads them. */
const SOUND = { type: "audio", mediaType: "audio/wav", name: "ring.wav", bytes: 4_000_000, ref: "k2" };
const AT_HAND = { type: "audio", mediaType: "audio/wav", name: "here.wav", data: "UklGRg==" };

describe("the card of a call that returned files", () => {
  it("names each with its type and size, and none of its bytes", () => {
    const html = renderCall({
      toolName: "give",
      argsText: "{}",
      result: [{ type: "text", text: "Here." }, PDF, SOUND, AT_HAND],
    });
    expect(html).toContain("application/pdf, 5 bytes");
    expect(html).toContain("audio/wav, 4,000,000 bytes");
    expect(html).toContain('aria-label="Play here.wav"');
    expect(html).not.toContain('aria-label="Play ring.wav"');
    expect(html).not.toContain("JVBERi0");
    expect(html).not.toContain("\u202e");
    expect(html).toContain("Here.");
  });

  it("is open, as that of a picture is", () => {
    expect(renderCall({ toolName: "give", argsText: "{}", result: [PDF] })).toContain('aria-expanded="true"');
  });
});

describe("filesOf", () => {
  it("are those of the result, and those that were only kept beside it, each once", () => {
    const kept = { id: "k", files: [{ id: "k1", type: "file", mediaType: "application/pdf", bytes: 5 }, { id: "k3" }] };
    const files = filesOf(resultParts([PDF, SOUND]), kept);
    expect(files.map(({ ref, bytes }) => [ref, bytes])).toEqual([
      ["k1", 5],
      ["k2", 4_000_000],
      ["k3", 0],
    ]);
  });

  it("are none of data that only look like one", () => {
    const odd = [{ type: "file", mediaType: "text/plain", data: "no base64!" }];
    expect(resultParts(odd)).toMatchObject({ files: [], text: JSON.stringify(odd, null, 2) });
  });
});
