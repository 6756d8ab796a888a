import { expect, it } from "vitest";
import { isLoopbackHost } from "./is-loopback-host.ts";

it.each(["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("takes %s for this machine", (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

it.each(["", "a.localhost", "localhost.a", "127.a", "127.0.0.1.a", "127.evil.example", "0.0.0.0", "::2", "10.0.0.1"])(
  "does not take %j for this machine",
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
