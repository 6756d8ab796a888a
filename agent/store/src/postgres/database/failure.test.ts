import { describe, expect, it } from "vitest";
import { StoreError } from "../../port/store-error.ts";
import { readAddress } from "./address.ts";
import { failureOf, fateOf } from "./failure.ts";

const address = readAddress("postgres://ada:s3cret@db/agents");
const sent = (code: string, message = "no") => Object.assign(new Error(message), { code, severity: "ERROR" });
const ofSystem = (code: string) => Object.assign(new Error(`connect ${code} s3cret`), { code });

describe("what a statement failed of", () => {
  it.each([
    ["undone", sent("40P01"), "unreachable"],
    ["undone", sent("57P03"), "unreachable"],
    ["undone", sent("53300"), "busy"],
    ["unknown", sent("57P01"), "unreachable"],
    // The server ended a session in which a process that was frozen had begun a transaction.
    ["unknown", sent("25P03"), "unreachable"],
    ["unknown", sent("08006"), "unreachable"],
    ["unknown", ofSystem("ECONNRESET"), "unreachable"],
    ["unknown", new Error("Connection terminated unexpectedly"), "unreachable"],
    ["unknown", new AggregateError([ofSystem("ECONNREFUSED")]), "unreachable"],
    ["refused", sent("28P01"), "unreachable"],
    ["refused", sent("3D000"), "unreachable"],
    ["refused", sent("53100"), "full"],
    ["refused", sent("25006"), "read_only"],
    ["refused", sent("57014"), "busy"],
    ["refused", sent("XX001"), "corrupt"],
    ["refused", sent("42P01"), "io"],
  ])("is %s: %s, which is told as %s", (fate, thrown, code) => {
    expect(fateOf(thrown)).toBe(fate);
    expect(failureOf(thrown, address)).toMatchObject({ name: "StoreError", code });
  });

  it("is told without the password", () => {
    const failure = failureOf(ofSystem("ECONNREFUSED"), address);
    expect(String(failure)).toContain("postgres://ada:***@db/agents (connect ECONNREFUSED ***)");
    expect(failure).not.toHaveProperty("cause");
  });

  it("stays what it is where it is a mistake of a program, or was told already", () => {
    const mistake = new TypeError("x is not a function");
    const told = new StoreError("conflict", "c");
    expect(failureOf(mistake, address)).toBe(mistake);
    expect(failureOf(told, address)).toBe(told);
    expect(fateOf(mistake)).toBe("refused");
  });
});
