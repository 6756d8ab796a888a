import { expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";

it.each(["throws", "rejects"])("a logger that %s makes no call fail, now or later", async (how) => {
  let asked = 0;
  const fail = () => {
    asked += 1;
    if (how === "rejects") return Promise.reject(new Error("no disk"));
    throw new Error("no disk");
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail };
  const breaks = toolOf("breaks", () => {
    throw new Error("broken");
  });
  const { runner } = runnerOf([breaks], { logger });
  expect((await runner.exec({ name: "breaks", arguments: {} })).result.error?.message).toBe("broken");
  // An unhandled rejection fails the test by itself.
  await wait(1);
  expect(asked).toBe(3);
});
