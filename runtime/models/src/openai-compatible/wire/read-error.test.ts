import { expect, it } from "vitest";
import { readError } from "./read-error.ts";

it("says of an error inside an answer what its status would say, also where words stand for it", () => {
  const limits =
    "The server limits how often it may be asked (HTTP 429): wait, or check the quota. The server says: Slow down";
  for (const cause of [{ code: 429 }, { code: "rate_limit_exceeded" }, { type: "rate_limit_error" }]) {
    expect(readError({ error: { message: "Slow down", ...cause } })).toEqual({
      code: "http",
      status: 429,
      message: limits,
    });
  }
  const key = readError({ error: { message: "No", type: "authentication_error" } });
  expect(key).toMatchObject({ status: 401, message: expect.stringContaining("check the API key") });
  expect(readError({ error: { message: "Busy", status: "UNAVAILABLE" } })?.message).toContain(
    "The server failed (HTTP 503)",
  );
});

it("says only what the server says of an error of no known kind", () => {
  const message = "The server reported an error: Odd";
  expect(readError({ error: { message: "Odd", code: "constructor" } })).toEqual({ code: "http", message });
  expect(readError({ error: { message: "Odd", code: 400 } })).toEqual({ code: "http", status: 400, message });
});
