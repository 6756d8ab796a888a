import { setImmediate } from "node:timers";
import { describe, expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { plainResult, textResult } from "../result/plain-result.ts";
import { createScrubber } from "./create-scrubber.ts";
import { scrubLong } from "./scrub-long.ts";
import { secret } from "./secret.ts";

const PIECE = 1024 * 1024;
const LINE = "a line of what a program has printed\n";
const long = (length: number) => LINE.repeat(Math.ceil(length / LINE.length)).slice(0, length);

describe("a long text", () => {
  const scrubber = createScrubber([secret("pin", "correct horse battery"), secret("lines", "first line\nsecond line")]);

  it("is masked as a short one, wherever its pieces end", async () => {
    for (const hidden of [
      "correct horse battery",
      "first line\nsecond line",
      " ghp_x8Kd93jfLw02mVbQ71zPsT5rYc64NhGaEuIo",
    ]) {
      for (const at of [0, PIECE - 30, PIECE - 1, PIECE, 2 * PIECE - hidden.length]) {
        const whole = long(at > PIECE ? 2 * PIECE : PIECE + 1_000);
        const text = `${whole.slice(0, at)}${hidden}${whole.slice(at + hidden.length)}`;
        const forModel = [{ type: "text", text: hidden }] as const;
        const { output } = await scrubLong(plainResult({ type: "text", text, forModel }), scrubber);
        expect(output.type === "text" && output.text === scrubber.text(text)).toBe(true);
        expect(JSON.stringify(output)).not.toContain(JSON.stringify(hidden).slice(1, -1));
      }
    }
  });

  it("is left as it is where it holds no secret", async () => {
    const result = textResult(long(3 * PIECE));
    const { output } = await scrubLong(result, scrubber);
    expect(output.type === "text" && result.output.type === "text" && output.text === result.output.text).toBe(true);
  });

  it("lets others have their turn while it is looked through", async () => {
    const text = long(16 * PIECE);
    const { runner } = runnerOf([toolOf("print", () => text)]);
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const { result } = await runner.exec({ name: "print", arguments: {} });
    isDone = true;
    expect(result.output.type === "text" && result.output.text === text).toBe(true);
    expect(turns).toBeGreaterThan(10);
  });
});
