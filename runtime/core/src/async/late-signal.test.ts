import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { lateSignal } from "./late-signal.ts";

it("is aborted when the time is up, also where nothing holds it but a signal made of it and garbage is collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const name = new Promise((resolve) => {
    const any = AbortSignal.any([lateSignal(50), new AbortController().signal]);
    any.addEventListener("abort", () => resolve(any.reason.name));
  });
  collect();
  expect(await name).toBe("TimeoutError");
});

it("waits for what lies beyond the reach of a timer", () => {
  expect(lateSignal(Number.POSITIVE_INFINITY).aborted).toBe(false);
});
