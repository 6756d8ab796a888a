import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { secret } from "./secret.ts";

describe("secret", () => {
  const made = secret("db.password-1", "hunter2hunter2");

  it("holds the value and shows only its name", () => {
    expect(made.value).toBe("hunter2hunter2");
    for (const seen of [String(made), JSON.stringify([made]), inspect({ made }, { showHidden: false }), `${made}`]) {
      expect(seen).toContain("[secret:db.password-1]");
      expect(seen).not.toContain("hunter2");
    }
    expect({ ...made }).toEqual({ name: "db.password-1" });
  });

  it("cannot be changed", () => {
    expect(Reflect.set(made, "value", "x")).toBe(false);
    expect(Object.isFrozen(made)).toBe(true);
  });

  it.each(["", "a b", "a]", "x".repeat(65), "a\n"])("refuses the name %j", (name) => {
    expect(() => secret(name, "hunter2hunter2")).toThrow(TypeError);
  });
});
