import { describe, expect, it } from "vitest";
import { createResponsesModel } from "../src/index.ts";
import { type Fixture, toBody, toDressedBody } from "./fixtures/fixture.ts";
import { responsesFixtures } from "./fixtures/responses.ts";
import { observe, summarise } from "./support/observe.ts";

describe.each(responsesFixtures)("$quirk", (fixture) => {
  it("comes to the same, however its bytes are cut", async () => {
    const whole = await answerOf([toBody(fixture)], fixture);
    expect(summarise(whole)).toEqual(fixture.expected);
    for (const body of [toBody(fixture), toDressedBody(fixture)]) {
      const bytes = new TextEncoder().encode(body);
      for (let at = 0; at < bytes.length; at += 7) {
        const cut = await answerOf([bytes.subarray(0, at), bytes.subarray(at)], fixture);
        expect(JSON.stringify(cut)).toBe(JSON.stringify(whole));
      }
    }
  });
});

function answerOf(pieces: readonly (Uint8Array | string)[], { ending }: Fixture) {
  const rest = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift();
      if (piece !== undefined) controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      else if (ending === "drop") controller.error(new Error("reset"));
      else controller.close();
    },
  });
  const answer = async () => new Response(body);
  const model = createResponsesModel({ baseUrl: "http://model", model: "m", fetch: answer });
  return observe(model.completionStream({ messages: [] }));
}
