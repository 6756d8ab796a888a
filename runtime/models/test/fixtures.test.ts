import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLiteLlmModel } from "../src/index.ts";
import { allFixtures } from "./fixtures/all-fixtures.ts";
import { type Fixture, toBody, toDressedBody } from "./fixtures/fixture.ts";
import { type AnswerServer, startServer } from "./support/answer-server.ts";
import { observe, summarise } from "./support/observe.ts";

/** The pieces of the next answer, and what stands at its end. */
interface Plan {
  readonly pieces: readonly Uint8Array[];
  readonly fixture: Fixture;
}

let plan: Plan;
let server: AnswerServer;

beforeAll(async () => {
  server = await startServer(async (_request, response) => {
    const { pieces, fixture } = plan;
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": fixture.contentType ?? "text/event-stream" });
    response.flushHeaders();
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
    if (fixture.ending === "drop") response.destroy();
    else response.end();
  });
});

afterAll(() => server.close());

describe.each(allFixtures)("$group: $quirk", (fixture) => {
  it("comes out as expected, whole and byte by byte, with either line end and with comments", async () => {
    const plain = new TextEncoder().encode(toBody(fixture));
    const dressed = new TextEncoder().encode(toDressedBody(fixture));
    for (const bytes of [plain, dressed]) {
      for (const pieces of [[bytes], [...bytes].map((byte) => Uint8Array.of(byte))]) {
        plan = { pieces, fixture };
        const model = createLiteLlmModel({ baseUrl: server.baseUrl, model: "m", maxRetries: 0 });
        const observed = await observe(model.completionStream({ messages: [{ role: "user", content: "hi" }] }));
        expect(summarise(observed)).toEqual(fixture.expected);
      }
    }
  });
});
