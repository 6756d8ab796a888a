import type { DurableHandler } from "@toolwright/core";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { createRestateHost } from "../../src/restate.ts";
import { freshApplication } from "./support/fresh-application.ts";

const engine = inject("restate");
const DEATHS = 12;

describe.skipIf(engine === undefined)("a turn that has lost many workers", () => {
  const scene = async () => {
    const own = await freshApplication();
    let begun = () => {};
    const handler: DurableHandler = () => {
      begun();
      return new Promise(() => undefined);
    };
    const open = async () => {
      const attempt = new Promise<void>((resolve) => (begun = resolve));
      const host = await createRestateHost({ ...own, handler });
      return { host, attempt };
    };
    return { open };
  };

  it("is begun again as soon as there is a worker, however long the engine's own pauses are by then", async () => {
    const { open } = await scene();
    const first = await open();
    await first.host.start({
      conversation: { channel: "takeover", chatId: "1" },
      runId: crypto.randomUUID(),
      input: null,
    });
    await first.attempt;
    await first.host.close();
    const asked = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => asked.mockRestore());
    for (let death = 0; death < DEATHS; death += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100 + 90 * death));
      const { host, attempt } = await open();
      onTestFinished(() => host.close());
      await attempt;
      await host.close();
    }
    // Whoever comes has it tried at once. The engine refuses that now and then, where it is just trying by itself.
    const isResume = ([url]: readonly unknown[]) => String(url).endsWith("/resume");
    const resumes = asked.mock.results.filter((_, place) => isResume(asked.mock.calls[place] ?? []));
    const answers = await Promise.allSettled(resumes.map(({ value }) => value));
    expect(answers.filter((one) => one.status === "fulfilled" && one.value.ok).length).toBeGreaterThan(DEATHS / 3);
  });
});
