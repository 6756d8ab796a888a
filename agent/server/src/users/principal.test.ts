import { expect, it } from "vitest";
import { signedIn, userOf } from "./principal.ts";

it("names each user of each channel as one owner, and knows them again by it", () => {
  const people = [
    { channel: "a", user: "b/c" },
    { channel: "a/b", user: "c" },
    { channel: "a%2Fb", user: "c" },
    { channel: "ä %", user: "ada@example.com" },
    { channel: "%25", user: "/" },
  ];
  const owners = people.map((person) => signedIn(person).owner);
  expect(new Set(owners).size).toBe(people.length);
  expect(owners.map(userOf)).toEqual(people);
  expect(signedIn({ channel: "web", user: "ada@example.com" }).owner).toBe("web/ada@example.com");
});

it("lets a user run, read and approve, and configure nothing, where nothing else is said", () => {
  const usual = { run: true, read: true, approve: true, configure: false };
  expect(signedIn({ channel: "web", user: "ada" }).may).toEqual(usual);
  expect(signedIn({ channel: "web", user: "ada", may: { approve: ["write"] } }).may).toEqual({
    ...usual,
    approve: ["write"],
  });
});
