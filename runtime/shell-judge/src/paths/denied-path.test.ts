import { describe, expect, it } from "vitest";
import { LEXICAL } from "../decide/disk-facts.ts";
import { createLineEngine } from "../decide/line-engine.ts";
import { readPolicy } from "../rules/policy-file.ts";
import { deniesReading } from "./denied-path.ts";

const denies = (...deny: string[]) => {
  const read = readPolicy({ allow: ["Read"], deny });
  if (!read.ok) throw new Error(read.message);
  const policies = [{ policy: read.policy, scope: "user" as const }];
  const engine = createLineEngine({ root: "/work", home: "/home/me", policies });
  return deniesReading(engine.context(LEXICAL).paths);
};

describe("whether reading a path is denied", () => {
  it("says so of what may hold a secret, however it is spelt", () => {
    const isDenied = denies();
    const secrets = ".env a/.ENV.local a/.ssh a/.ssh/config .config/gh/hosts.yml id_work .npmrc a/x.tfvars .ｅnv.local";
    const others = "a.txt .env.example src/id_map.ts environment .config/x caf\u00e9.txt";
    for (const name of secrets.split(" ")) expect([name, isDenied(`/work/${name}`)]).toEqual([name, true]);
    for (const name of others.split(" ")) expect([name, isDenied(`/work/${name}`)]).toEqual([name, false]);
  });

  it("says so of what a rule denies to read, whatever is allowed, and not of what one denies to change", () => {
    const isDenied = denies("Read(/private/**)", "Read(*.pem)", "Edit(a.txt)");
    for (const name of ["private/a", "private/b/c", "x/y.pem", ".env"]) expect(isDenied(`/work/${name}`)).toBe(true);
    for (const name of ["a.txt", "privat/a", "[ab]*.txt"]) expect(isDenied(`/work/${name}`)).toBe(false);
    expect(denies("Read")("/work/a.txt")).toBe(true);
  });
});
