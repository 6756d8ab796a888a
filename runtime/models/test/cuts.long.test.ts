import { describe, expect, it } from "vitest";
import { createLiteLlmModel } from "../src/index.ts";
import { allFixtures } from "./fixtures/all-fixtures.ts";
import { chunk, end, type Fixture, toBody, toDressedBody } from "./fixtures/fixture.ts";
import { observe } from "./support/observe.ts";

const long: Fixture = {
  group: "Form",
  quirk: "a long answer",
  chunks: [...Array.from({ length: 60 }, (_, n) => chunk({ content: `Größe ${n} 😀 ` })), end("stop")],
  expected: { finish: "stop" },
};

describe.each([...allFixtures, long])("$group: $quirk", (fixture) => {
  it("shows and settles the same wherever the bytes are cut in two", async () => {
    const whole = await answerOf([toBody(fixture)], fixture);
    for (const body of [toBody(fixture), toDressedBody(fixture)]) {
      const bytes = new TextEncoder().encode(body);
      for (const at of cutsOf(bytes.length)) {
        const observed = await answerOf([bytes.subarray(0, at), bytes.subarray(at)], fixture);
        if (observed !== whole) expect.fail(`cut at byte ${at}: ${observed} instead of ${whole}`);
      }
    }
  });
});

/** Every place below 2 KB, 200 places drawn with a fixed seed above; where play is short, one in 25 of them. */
function cutsOf(length: number): readonly number[] {
  const step = process.env.LONG_PLAY === undefined ? 25 : 1;
  if (length < 2048) return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
  let seed = 1;
  return Array.from({ length: 200 / step }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % length;
  });
}

/** Everything that a program sees of the answer, as one text. */
async function answerOf(pieces: readonly (Uint8Array | string)[], fixture: Fixture): Promise<string> {
  const model = createLiteLlmModel({
    baseUrl: "http://model",
    model: "m",
    fetch: async () => respond(pieces, fixture),
  });
  return JSON.stringify(await observe(model.completionStream({ messages: [] })));
}

function respond(pieces: readonly (Uint8Array | string)[], { ending }: Fixture): Response {
  const rest = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift();
      if (piece !== undefined) controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      else if (ending === "drop") controller.error(new Error("reset"));
      else controller.close();
    },
  });
  return new Response(body);
}
