import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "./address.ts";

describe("the address of a database", () => {
  it("is shown without its password, wherever that stands", () => {
    expect(readAddress("postgres://ada:s3cret@db:5433/agents?sslmode=require").shown).toBe(
      "postgres://ada:***@db:5433/agents",
    );
    expect(readAddress("postgresql://db/agents?user=ada&password=s3cret").shown).toBe("postgresql://db/agents");
    expect(readAddress("postgres:///agents?host=/run/postgresql").shown).toBe("postgres:///agents");
  });

  it("masks the password in what others say, as it is written and as it is meant", () => {
    const { masked } = readAddress("postgres://ada:a%2Fb%40c@db/agents?sslpassword=other");
    expect(masked("a/b@c was wrong, a%2Fb%40c too, and other")).toBe("*** was wrong, *** too, and ***");
  });

  it("shows no password, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 3, unit: "grapheme" }), (password) => {
        fc.pre(!"postgres://ada:***@db/agents was wrong".includes(password));
        const address = readAddress(`postgres://ada:${encodeURIComponent(password)}@db/agents`);
        expect(address.shown).toBe("postgres://ada:***@db/agents");
        expect(address.masked(`${password} was wrong`)).toBe("*** was wrong");
      }),
    );
  });

  it.each(["mysql://ada:s3cret@db/agents", "s3cret", "postgres:/\0s3cret", "http://s3cret"])(
    "is refused without being quoted: %j",
    (url) => {
      const refuse = () => readAddress(url);
      expect(refuse).toThrow(TypeError);
      expect(refuse).toThrow(expect.not.objectContaining({ message: expect.stringContaining("s3cret") }));
    },
  );
});
