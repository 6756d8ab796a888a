import { describe, expect, it } from "vitest";
import { run, user } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import type { ToolMessage } from "../model/messages.ts";
import { toolOutputCache } from "../output-tools/tool-output-cache.tool.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import { createMemoryOutputCache } from "./memory-output-cache.ts";
import type { Part } from "./part.ts";

/** A real picture of one pixel, and after it what makes it as long as wanted. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const picture = (length = pixel.length): Part => ({
  type: "image",
  mediaType: "image/png",
  data: length <= pixel.length ? pixel : pixel.replaceAll("=", "").padEnd(length, "A"),
});

function shooting(value: unknown, options: Partial<RunnerOptions> = {}) {
  const outputCache = createMemoryOutputCache();
  const tools = [toolOf("shoot", () => value), toolOutputCache(outputCache)];
  const { runner } = runnerOf(tools, { outputCache, ...options });
  const read = async (ref_id = "", conversation = { channel: "", chatId: "" }) =>
    runner.exec({ name: "tool_output_cache", arguments: { ref_id } }, { conversation });
  return { shoot: () => runner.exec({ name: "shoot", arguments: {} }), read };
}

describe("an output with an image", () => {
  const parts: readonly Part[] = [{ type: "text", text: "the page" }, picture(), { type: "text", text: "below it" }];

  it("is kept whole beside its text, and listed in the ref", async () => {
    const { shoot, read } = shooting(parts);
    const { result, message } = await shoot();
    expect(message.content).toEqual(parts);
    const [image] = result.ref?.images ?? [];
    expect(result.ref?.images).toEqual([{ id: image?.id, mediaType: "image/png", bytes: 70 }]);
    const text = await read(result.ref?.id);
    expect(text.message.content).toBe(
      `     1\tthe page\n     2\t[image image/png, 70 bytes; ref=${image?.id}]\n     3\tbelow it`,
    );
    expect((await read(image?.id)).message.content).toEqual([picture()]);
  });

  it("is kept for its conversation only", async () => {
    const { shoot, read } = shooting(parts);
    const [image] = (await shoot()).result.ref?.images ?? [];
    expect((await read(image?.id, { channel: "web", chatId: "other" })).result.error?.reason).toBe("not_found");
  });

  it("keeps images that are too many or too large to show, in pieces that a cache can stream", async () => {
    const large = picture(3 * 1024 * 1024);
    const { shoot, read } = shooting([large, large]);
    const { result, message } = await shoot();
    expect(message.content).toEqual([
      large,
      { type: "text", text: expect.stringContaining("1 images or files left out") },
    ]);
    expect(result.ref?.images).toHaveLength(2);
    expect((await read(result.ref?.images?.[1]?.id)).message.content).toEqual([large]);
  });

  it("keeps a hundred images, and says of the others that it did not", async () => {
    const { shoot, read } = shooting(Array.from({ length: 101 }, () => picture()));
    const { result } = await shoot();
    expect(result.ref?.images).toHaveLength(100);
    expect((await read(result.ref?.id)).message.content).toContain("   101\t[image, not kept]");
  });

  it("is not kept where nothing is", async () => {
    expect((await shooting(parts, { outputCache: false }).shoot()).result.ref).toBeUndefined();
    expect((await shooting([{ type: "text", text: "short" }]).shoot()).result.ref).toBeUndefined();
  });

  it("can be looked at again after it was trimmed", async () => {
    const outputCache = createMemoryOutputCache();
    const tools = [toolOf("shoot", () => [picture(4_000)]), toolOutputCache(outputCache)];
    const calls = [{ calls: [{ name: "shoot" }] }, { calls: [{ name: "shoot" }] }, { text: "seen" }];
    const { messages } = await run(calls, { tools, outputCache, trim: { budgetTokens: 100 } });
    const trimmed = messages.find((message): message is ToolMessage => message.role === "tool");
    expect(trimmed).toMatchObject({ trimmed: true, content: `[tool output trimmed; ref=${trimmed?.output_ref}]` });
    const read = (ref_id: string) => ({ calls: [{ name: "tool_output_cache", args: JSON.stringify({ ref_id }) }] });
    const listed = await run([read(trimmed?.output_ref ?? "")], { tools, outputCache });
    const [, id = ""] = String(listed.messages[user.length + 1]?.content).match(/ref=(\w+)/) ?? [];
    const looked = await run([read(id)], { tools, outputCache });
    expect(looked.messages[user.length + 1]?.content).toEqual([picture(4_000)]);
  });
});

describe("a text that begins like a kept image", () => {
  it.each([
    "data:image/png;base64\nnot base64",
    `data:image/png;base64\n${pixel}\nand more`,
    `data:image/gif;base64\n${pixel}`,
    `data:image/svg+xml;base64\n${pixel}`,
    "data:image/png;base64",
  ])("stays a text: %j", async (beginning) => {
    const text = `${beginning}${"\n".repeat(2_100)}end`;
    const { shoot, read } = shooting(text);
    const { message } = await read((await shoot()).result.ref?.id);
    expect(String(message.content)).toContain("     1\tdata:image/");
  });
});
