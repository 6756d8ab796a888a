import { describe, expect, it } from "vitest";
import { createScrubber } from "../secrets/create-scrubber.ts";
import { hiddenParameters, shownParameters } from "./shown-call.ts";

const scrubber = createScrubber([{ name: "key", value: "k3y".repeat(20) }]);
const NONE = { hidden: new Set<string>(), scrubber };

describe("shownParameters", () => {
  it("drops what says nothing and keeps empty text, zero and false", () => {
    const args = { a: undefined, b: null, c: [], d: {}, e: "", f: 0, g: false };
    expect(shownParameters(args, NONE)).toBe('e="", f=0, g=false');
  });

  it("takes whatever a tool hands over", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(shownParameters({ circle, big: 5n, list: [5n] }, NONE)).toBe('circle=[not JSON], big="5", list=["5"]');
  });

  it("shortens long text and lists, never inside a character", () => {
    expect(shownParameters({ a: "x".repeat(51) }, NONE)).toBe(`a="${"x".repeat(47)}..."`);
    expect(shownParameters({ a: "x".repeat(50) }, NONE)).toBe(`a="${"x".repeat(50)}"`);
    expect(shownParameters({ a: `${"x".repeat(46)}😀${"y".repeat(9)}` }, NONE)).toBe(`a="${"x".repeat(46)}..."`);
    expect(shownParameters({ a: [1, 2], b: Array.from({ length: 60 }, () => 1) }, NONE)).toBe("a=[1,2], b=[60 items]");
  });

  it("masks hidden parameters, and secrets before they are cut", () => {
    expect(shownParameters({ pin: "1234" }, { ...NONE, hidden: new Set(["pin"]) })).toBe("pin=[secret:pin]");
    const url = `postgres://admin:${"p4ssw0rd".repeat(8)}@db.example.com/x`;
    expect(shownParameters({ url }, NONE)).not.toContain("p4ss");
    const short = createScrubber([{ name: "key", value: "short-secret" }]);
    expect(shownParameters({ key: "short-secret" }, { ...NONE, scrubber: short })).toBe('key="[secret:key]"');
    expect(shownParameters({ note: `the key is ${"k3y".repeat(20)}` }, NONE)).toBe('note="the key is [secret:key]"');
  });
});

it("hides whole what holds a secret anywhere inside", () => {
  const code = { type: "string", writeOnly: true };
  const parameters = {
    type: "object",
    definitions: { login: { type: "object", properties: { next: { $ref: "#/definitions/login" }, code } } },
    properties: {
      plain: { type: "string" },
      password: { type: "string", format: "password" },
      pin: { type: "object", properties: { code } },
      list: { type: "array", items: { anyOf: [{ type: "null" }, code] } },
      login: { $ref: "#/definitions/login" },
      again: { $ref: "#/definitions/login" },
      open: { type: "object", properties: { format: { enum: ["password"] }, writeOnly: { type: "boolean" } } },
      loose: true,
    },
  };
  expect([...hiddenParameters(parameters)]).toEqual(["password", "pin", "list", "login", "again"]);
  expect(hiddenParameters({}).size).toBe(0);
});
