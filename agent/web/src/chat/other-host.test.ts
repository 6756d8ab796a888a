import { expect, it } from "vitest";
import { otherHost } from "./other-host.ts";

it.each([
  ["https://evil.example/a", "https://bank.com/login", "evil.example"],
  ["https://evil.example/a", "the login of bank.com", "evil.example"],
  ["https://bank.com.evil.example/", "bank.com", "bank.com.evil.example"],
  ["https://bank.com@evil.example/", "bank.com", "evil.example"],
  ["mailto:thief@evil.example", "help@bank.com", "evil.example"],
  ["https://аpple.com/", "https://аpple.com/", "xn--pple-43d.com"],
  ["https://%D0%B0pple.com/", "аpple.com", "xn--pple-43d.com"],
  ["http://127.0.0.1:3000/", "localhost.com", "127.0.0.1"],
])("%s is told beside %s", (address, text, host) => {
  expect(otherHost(address, text)).toBe(host);
});

it.each([
  ["https://bank.com/login", "bank.com"],
  ["https://www.bank.com/login", "https://bank.com/login"],
  ["https://BANK.com/", "Bank.Com"],
  ["https://bank.com/login", "the login"],
  ["https://пример.рф/", "пример.рф"],
  ["https://münchen.de/", "münchen.de"],
  ["mailto:a@bank.com", "a@bank.com"],
  ["file:///etc/passwd", "anything"],
])("%s is told by %s itself", (address, text) => {
  expect(otherHost(address, text)).toBeUndefined();
});

it("reads a long text in time that grows with its length", () => {
  const time = (length: number) => {
    const begun = performance.now();
    for (const piece of ["a.", "a", "-", ".a"]) otherHost("https://a.example/", piece.repeat(length));
    return performance.now() - begun;
  };
  time(1_000);
  expect(time(40_000)).toBeLessThan(1_000);
});
