import { describe, expect, it } from "vitest";
import { LiveOutput } from "./live-output.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("LiveOutput", () => {
  it("joins what comes together and passes it on while the command runs", async () => {
    const chunks: string[] = [];
    const live = new LiveOutput((chunk) => chunks.push(chunk));
    for (let round = 0; round < 100; round++) live.push("x");
    expect(chunks).toEqual([]);
    await pause(120);
    expect(chunks).toEqual(["x".repeat(100)]);
    live.push("y");
    live.end();
    expect(chunks).toEqual(["x".repeat(100), "y"]);
    await pause(80);
    expect(chunks).toHaveLength(2);
  });

  it("cuts into chunks of 8 KiB at characters, and loses nothing that can be read", () => {
    const chunks: string[] = [];
    const live = new LiveOutput((chunk) => chunks.push(chunk));
    const text = `x${"😀".repeat(15_000)}`;
    live.push(text);
    live.end();
    expect(chunks.join("")).toBe(text);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(8_192);
    for (const chunk of chunks) expect(new TextDecoder().decode(new TextEncoder().encode(chunk))).toBe(chunk);
  });

  it("passes on of a line that is written anew only how it stands, however much of it there is", async () => {
    const chunks: string[] = [];
    const live = new LiveOutput((chunk) => chunks.push(chunk));
    live.push("begin\n");
    for (let round = 0; round <= 20_000; round++) live.push(`\r${String(round).padStart(20)} of 20000`);
    await pause(120);
    live.push("\r\n");
    live.push("end\n");
    live.end();
    expect(chunks.join("")).toBe(`begin\n\r${"20000".padStart(20)} of 20000\r\nend\n`);
  });

  it("leaves out the middle of a flood of lines that end as those of Windows do", () => {
    const chunks: string[] = [];
    const live = new LiveOutput((chunk) => chunks.push(chunk));
    for (let round = 0; round < 1_000; round++) live.push(`${round} `.repeat(100).concat("\r\n"));
    live.end();
    expect(chunks.join("").length).toBeLessThan(150_000);
    expect(chunks.join("")).toContain("[…]");
  });

  it("leaves out the middle of a flood", () => {
    const chunks: string[] = [];
    const live = new LiveOutput((chunk) => chunks.push(chunk));
    for (let round = 0; round < 1_000; round++) live.push(`${round} `.repeat(100));
    live.end();
    const text = chunks.join("");
    expect(text.length).toBeLessThan(150_000);
    expect(text).toContain("[…]");
    expect(text.endsWith("999 999 ")).toBe(true);
  });
});
