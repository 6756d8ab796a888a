import { describe, expect, it } from "vitest";
import { withLimit } from "./with-limit.ts";

const never = new Promise<never>(() => undefined);
const inAnHour = 3_600_000;

describe("withLimit", () => {
  it("gives what the work came to", async () => {
    const limit = { ms: inAnHour, signal: undefined };
    expect(await withLimit(Promise.resolve(1), limit)).toEqual({ kind: "value", value: 1 });
    expect(await withLimit(Promise.reject("no"), limit)).toEqual({ kind: "failed", reason: "no" });
  });

  it("stops waiting when the time is over", async () => {
    expect(await withLimit(never, { ms: 1, signal: undefined })).toEqual({ kind: "timeout" });
  });

  it("stops waiting at an abort, also one from before", async () => {
    const controller = new AbortController();
    const waiting = withLimit(never, { ms: inAnHour, signal: controller.signal });
    controller.abort();
    expect(await waiting).toEqual({ kind: "aborted" });
    expect(await withLimit(never, { ms: inAnHour, signal: controller.signal })).toEqual({ kind: "aborted" });
  });
});
