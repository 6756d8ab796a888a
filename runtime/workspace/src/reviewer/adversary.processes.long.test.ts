import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "@toolwright/core";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, makeFixture } from "../../../shell-judge/test/jail/fixture.ts";
import { jailIsMissing, runInJail } from "../../../shell-judge/test/jail/jail.ts";
import { lookedAtOnce } from "../../../shell-judge/test/redteam/judged.ts";
import { createPermissions } from "../permissions/create-permissions.ts";
import { withReviewer } from "./with-reviewer.ts";

const CORPUS = join(import.meta.dirname, "../../../shell-judge/test");
/** One of so many lines is judged, of the corpus and of the red team, so that `npm test` stays short. */
const isShort = process.env.LONG_PLAY === undefined && process.env.REDTEAM_COUNT === undefined;
const [OF_CORPUS, OF_LINES] = isShort ? [12, 120] : [1, 1];

interface Row {
  readonly line: string;
  readonly want?: "never" | "ask" | "free";
}

function rowsOf(path: string): readonly Row[] {
  const lines = readFileSync(join(CORPUS, path), "utf8").trim().split("\n");
  return lines.map((text): Row => JSON.parse(text));
}

const missing = jailIsMissing();

describe.skipIf(missing !== undefined)("a reviewer that always says yes", () => {
  let fixture: Fixture;

  beforeAll(() => {
    fixture = makeFixture();
  });

  afterAll(() => fixture.remove());

  it("does no harm with any line of the red team: what it allows changes tracked files, and nothing else", async () => {
    const permissions = createPermissions({
      root: fixture.ws,
      home: fixture.home,
      keepsChanges: true,
      realPaths: lookedAtOnce(nodeRealPaths()),
    });
    const bash = defineTool({ name: "bash", description: "", input: {}, execute: () => "" });
    const columns = rowsOf("corpus/columns.jsonl").filter(
      ({ want }, index) => want !== "free" && index % OF_CORPUS === 0,
    );
    const hostile = rowsOf("redteam/lines.jsonl").filter((_, index) => index % OF_LINES === 0);
    const own = OVERWRITING.map((line): Row => ({ line }));
    const allowed: string[] = [];
    const never: string[] = [];
    for (const { line, want } of [...own, ...columns, ...hostile]) {
      const command = fixture.fill(line);
      const policy = withReviewer(permissions, { reviewer: () => "allow", reach: "folder" }, line);
      const { verdict, review } = await policy.decide(bash, { command });
      if (want === "never" && verdict !== "deny") never.push(command);
      if (review !== undefined && verdict === "allow") allowed.push(command);
    }
    expect(never).toEqual([]);
    const effects = await runInJail(allowed, { fixture, milliseconds: 600 });
    const harm = effects.flatMap(({ index, marks, secrets, changed, elsewhere, flooded }) => {
      const lost = changed.filter((path) => !TRACKED.test(path));
      const did = [...marks, ...secrets, ...lost, ...elsewhere, ...(flooded ? ["flooded"] : [])];
      return did.length === 0 ? [] : [{ line: allowed[index], did }];
    });
    console.log(`adversary: ${allowed.length} lines allowed by the reviewer, ${harm.length} of them did harm`);
    expect(harm).toEqual([]);
    expect(allowed).toEqual(expect.arrayContaining(["echo x > names.txt", "cat src/a.ts > README.md"]));
    expect(allowed.filter((line) => /^chmod (?:u\+s|4)/.test(line))).toEqual([]);
  }, 600_000);
});

/** Lines that it may allow, so that the test is about something, and their like that it may not. */
const OVERWRITING = [
  "echo x > names.txt",
  "cat src/a.ts > README.md",
  "echo x > new.txt",
  "echo x > out/o.txt",
  "cat env-link > names.txt",
  "chmod u+s names.txt",
  "chmod 4755 names.txt",
  "rm names.txt",
  "rm names.txt new.txt",
];

/** What the repository of the fixture tracks, and nothing that other programs run. */
const TRACKED =
  /^.ws\/(?:README\.md|names\.txt|script\.(?:js|py)|data\.(?:json|csv)|Makefile|src\/(?:a\.ts|b\.js|deep\/c\.ts)|tests\/test_a\.py|docs\/guide\.md|list\.txt|odd\/plain\.txt|arith\.txt|secret-paths\.txt)$/;
