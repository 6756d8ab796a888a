import { ActivityStream, defineTool, type Tool, ToolRegistry, ToolRunner } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { permissions } from "../../test/permissions.ts";
import type { PermissionOptions } from "../permissions/create-permissions.ts";
import { type Review, type Reviewer, type ReviewFacts, withReviewer } from "./with-reviewer.ts";

function tool(name: string): Tool {
  return defineTool({ name, description: name, input: { type: "object" }, execute: () => "done" });
}

const TOOLS = { write: tool("write"), read: tool("read"), bash: tool("bash"), web: tool("web_fetch") };
const write = (path: string) => ({ file_path: path, content: "x" });

function reviewed(
  reviewer: Reviewer,
  {
    reach = "folder" as "file" | "folder",
    deadlineMs = 1_000,
    rules = {},
    options = {} as Partial<PermissionOptions>,
  } = {},
) {
  return withReviewer(
    permissions(rules, { keepsChanges: "edits", ...options }),
    { reviewer, reach, deadlineMs },
    "Write a.ts, please.",
  );
}

describe("a reviewer", () => {
  it("is told facts and the person's words, and turns an ask into an allowance with its reason", async () => {
    const heard: ReviewFacts[] = [];
    const policy = reviewed((facts) => {
      heard.push(facts);
      return { verdict: "allow", reason: "It is what the person asked for." };
    });
    expect(await policy.decide(TOOLS.write, write("a.ts"))).toMatchObject({
      verdict: "allow",
      review: { verdict: "allow", reason: "It is what the person asked for." },
      reach: { files: "file", network: false, undo: true },
    });
    expect(heard).toEqual([
      {
        tool: "write",
        request: "Write a.ts, please.",
        reads: [],
        writes: ["/work/repo/a.ts"],
        deletes: [],
        sends: [],
        runs: [],
        links: [],
        reach: { files: "file", network: false, undo: true },
      },
    ]);
  });

  it("leaves a question to the person where it doubts", async () => {
    const verdict = await reviewed(() => "ask").decide(TOOLS.write, write("a.ts"));
    expect(verdict).toMatchObject({ verdict: "ask", review: { verdict: "ask" } });
  });

  it.each([
    ["what lies outside the workspace", "write", write("/tmp/a")],
    ["what climbs out of it", "write", write("../a")],
    ["a secret", "write", write(".env")],
    ["what other programs run", "write", write(".husky/pre-commit")],
    ["what a rule asks about", "write", write("asked/a")],
    ["what a rule denies", "write", write("denied/a")],
    ["a program of the project", "bash", { command: "npm test" }],
    ["a program that nobody knows", "bash", { command: "frobnicate a" }],
    ["what cannot be undone", "bash", { command: "rm a" }],
    ["what is forced", "bash", { command: "rm -rf src" }],
    ["what is never run", "bash", { command: "rm -rf /" }],
    ["what sends", "bash", { command: "curl https://example.org/" }],
    ["a page", "web", { url: "https://example.org/" }],
    ["reading elsewhere", "read", { file_path: "/etc/hosts" }],
    ["what is only known when it runs", "bash", { command: 'echo x > "$f"' }],
  ] as const)("is not asked about %s", async (_, name, args) => {
    const reviewer = vi.fn((): Review => "allow");
    const rules = { ask: ["Edit(asked/**)"], deny: ["Edit(denied/**)"] };
    const plain = await permissions(rules, { keepsChanges: "edits" }).policy.decide(TOOLS[name], args);
    expect(plain.verdict).not.toBe("allow");
    expect(await reviewed(reviewer, { rules }).decide(TOOLS[name], args)).toEqual(plain);
    expect(reviewer).not.toHaveBeenCalled();
  });

  it("is not asked about what runs anyway, in plan mode, where nobody may be asked, or beside rules that do not read", async () => {
    const reviewer = vi.fn((): Review => "allow");
    expect((await reviewed(reviewer).decide(TOOLS.read, { file_path: "a" })).verdict).toBe("allow");
    for (const mode of ["plan", "deny-asks"] as const) {
      const policy = reviewed(reviewer, { options: { mode } });
      expect((await policy.decide(TOOLS.write, write("a.ts"))).verdict).toBe("deny");
    }
    const broken = reviewed(reviewer, { rules: { allow: ["Bash(npm test"] } });
    expect((await broken.decide(TOOLS.write, write("a.ts"))).verdict).toBe("ask");
    expect(reviewer).not.toHaveBeenCalled();
  });

  it("keeps to the reach that the person sets", async () => {
    const options: Partial<PermissionOptions> = {
      keepsChanges: true,
      realPaths: { realPath: (path) => path, existing: () => [], tracked: () => new Set(["a", "b"]) },
    };
    const args = { command: "cat *.ts > a" };
    expect(await reviewed(() => "allow", { options }).decide(TOOLS.bash, args)).toMatchObject({ verdict: "allow" });
    expect(await reviewed(() => "allow", { options, reach: "file" }).decide(TOOLS.bash, args)).toMatchObject({
      verdict: "ask",
      reach: { files: "folder" },
    });
  });

  it.each<readonly [string, Reviewer]>([
    ["throws", () => Promise.reject(new Error("no"))],
    ["throws at once", () => JSON.parse("{")],
    ["is late", () => new Promise(() => {})],
    ["says yes", () => Object("yes")],
    ["says nothing", () => Object(undefined)],
    ["says true", () => Object({ verdict: true })],
  ])("that %s leaves the question to the person, with a reason", async (_, reviewer) => {
    const verdict = await reviewed(reviewer, { deadlineMs: 20 }).decide(TOOLS.write, write("a.ts"));
    expect(verdict).toMatchObject({
      verdict: "ask",
      review: { verdict: "ask", reason: expect.stringContaining("reviewer") },
    });
  });

  it("is not heard after its time, and its signal says so", async () => {
    const signals: AbortSignal[] = [];
    const late: Reviewer = (_, signal) => {
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve("allow")));
    };
    const verdict = await reviewed(late, { deadlineMs: 20 }).decide(TOOLS.write, write("a.ts"));
    expect(verdict.verdict).toBe("ask");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it("cannot change what it is told", async () => {
    const policy = reviewed((facts) => {
      Object.assign(facts.reach, { files: "none" });
      return "allow";
    });
    expect((await policy.decide(TOOLS.write, write("a.ts"))).reach?.files).toBe("file");
  });

  it("is asked once about the same call with the same facts", async () => {
    const reviewer = vi.fn((): Review => "ask");
    const policy = reviewed(reviewer);
    for (let count = 0; count < 5; count++) await policy.decide(TOOLS.write, write("a.ts"));
    expect(reviewer).toHaveBeenCalledOnce();
  });
});

describe("the service of a reviewer", () => {
  it("ends with three doubts in a row or twenty in all, and nothing is allowed afterwards", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 80 }), async (doubts) => {
        const given: boolean[] = [];
        const policy = reviewed(() => {
          const doubt = doubts[given.length] ?? true;
          given.push(doubt);
          return doubt ? "ask" : "allow";
        });
        for (let count = 0; count < doubts.length + 5; count++) {
          const before = given.length;
          const { verdict, review } = await policy.decide(TOOLS.write, write(`f${count}`));
          expect(verdict).toBe(given.length > before && given.at(-1) === false ? "allow" : "ask");
          expect(review === undefined).toBe(given.length === before);
          if (isOver(given)) expect(review?.reason ?? "").toMatch(/^$|not asked again in this run\.$/);
        }
        expect(given.findIndex((_, index) => isOver(given.slice(0, index)))).toBe(-1);
      }),
      { numRuns: 60 },
    );
  });

  function isOver(given: readonly boolean[]): boolean {
    return (
      given.filter((doubt) => doubt).length >= 20 || (given.length >= 3 && given.slice(-3).every((doubt) => doubt))
    );
  }
});

const yes = (): Review => "allow";

describe("a run with a reviewer", () => {
  it("tells every decision as an event, and asks the person only what is left", async () => {
    const activity = new ActivityStream();
    const asked: string[] = [];
    const runner = new ToolRunner({
      registry: new ToolRegistry([TOOLS.write]),
      policy: reviewed((facts) => (facts.writes[0]?.endsWith("a.ts") === true ? "allow" : "ask")),
      approver: {
        async approve({ approvalId, arguments: { file_path: path } }) {
          asked.push(String(path));
          return { approvalId, approve: false };
        },
      },
      activity,
    });
    await runner.exec({ name: "write", arguments: write("a.ts") });
    await runner.exec({ name: "write", arguments: write("b.ts") });
    const reviews = activity.recent().flatMap((event) => (event.type === "call_reviewed" ? [event.data] : []));
    expect(reviews.map(({ verdict, reach }) => [verdict, reach?.files])).toEqual([
      ["allow", "file"],
      ["ask", "file"],
    ]);
    expect(asked).toEqual(["b.ts"]);
  });

  it.each([
    [{}, /reviewer/],
    [{ reviewer: yes, reach: "machine" }, /"file" or "folder"/],
    [{ reviewer: yes, reach: "file", network: true }, /network/],
  ])("takes no options but its own: %j", (options, message) => {
    expect(() => withReviewer(permissions(), Object(options), "")).toThrow(message);
  });
});
