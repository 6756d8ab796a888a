import { symlink } from "node:fs/promises";
import {
  type Approver,
  type JsonObject,
  type Policy,
  type RunnerOptions,
  runToolLoop,
  secret,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "@toolwright/core";
import { scripted } from "@toolwright/models";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench, textOf } from "../../../test/file-tools-bench.ts";
import { permissions } from "../../../test/permissions.ts";
import { intersectPolicies } from "../../agents/intersect-policies.ts";
import { YES } from "../../class-views/class-views.test-data.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { applyPatchTool } from "../apply-patch/apply-patch.tool.ts";
import { editTool } from "../edit/edit.tool.ts";
import { multiEditTool } from "../multi-edit/multi-edit.tool.ts";
import { readTool } from "../read/read.tool.ts";
import { writeTool } from "../write/write.tool.ts";

const TOOLS = [readTool(), writeTool(), editTool(), multiEditTool(), applyPatchTool()];

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench(TOOLS);
});

interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

const write = (content: string, file_path = "a"): Call => ({ name: "write", arguments: { file_path, content } });

/** What a model reads in a run that makes these calls, a list for each step. `between` is done before each step. */
async function run(
  steps: readonly (readonly Call[])[],
  between?: (step: number) => Promise<void>,
  tools: readonly Tool[] = TOOLS,
) {
  let step = 0;
  const model = scripted([...steps.map((toolCalls) => ({ toolCalls })), { text: "done" }]);
  const { workspace } = bench;
  const { messages, stopReason } = await runToolLoop(
    {
      model,
      tools: TOOLS,
      overrides: workspaceOverrides({ workspace }),
      prepareStep: async () => {
        await between?.(step++);
        return { tools };
      },
    },
    [{ role: "user", content: "go" }],
  );
  const answers = messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
  return { answers, stopReason };
}

describe("a file that was not read", () => {
  it("is shown by the refusal, and the same call goes through then", async () => {
    await bench.put("a", "old\n");
    const { answers, stopReason } = await run([[write("new\n")], [write("new\n")]]);
    expect(answers[0]).toMatch(/^Error executing tool: NOT_READ [\s\S]*\n=== a ===\n {5}1\told$/);
    expect(answers[1]).toContain("Overwrote a (1→1 lines)");
    expect([await bench.text("a"), stopReason]).toEqual(["new\n", "stop"]);
  });

  it("is refused again with what changed meanwhile", async () => {
    await bench.put("a", "old\n");
    const change = async (step: number) => (step === 1 ? bench.put("a", "theirs\n") : undefined);
    const { answers } = await run([[write("new\n")], [write("new\n")], [write("new\n")]], change);
    expect(answers[1]).toMatch(/^Error executing tool: STALE a changed on disk [\s\S]*\n {5}1\ttheirs$/);
    expect(answers[2]).toContain("Overwrote a");
  });

  it("is not changed by another call of the step whose refusal shows it: that call was made unseen", async () => {
    await bench.put("a", "old\n");
    const edit = { name: "edit", arguments: { file_path: "a", old_string: "old", new_string: "mine" } };
    const { answers } = await run([[edit, write("new\n"), edit], [write("new\n")]]);
    const shownNow = "NOT_READ a was shown only now, by the refusal of another call of this step. Make the call again.";
    expect(answers.slice(1, 3)).toEqual(Array(2).fill(`Error executing tool: ${shownNow}`));
    expect(answers[3]).toContain("Overwrote a");
  });

  it("is not changed by calls that are made at the same time: none of them knew it", async () => {
    await bench.put("a", "old\n");
    const together = ["1\n", "2\n", "3\n"].map((text) => bench.runner.exec(write(text), { runId: "r" }));
    const answers = (await Promise.all(together)).map(textOf);
    expect(answers.map((answer) => answer.includes("NOT_READ"))).toEqual([true, true, true]);
    expect(await bench.text("a")).toBe("old\n");
    expect(textOf(await bench.runner.exec(write("new\n"), { runId: "r" }))).toContain("Overwrote a");
  });

  it("is not changed by a call that began before the refusal was told and waited for a person meanwhile", async () => {
    const [asked, ask] = signal();
    const [told, tell] = signal();
    const policy: Policy = { decide: ({ name }) => ({ verdict: name === "write" ? "ask" : "allow" }) };
    const approver: Approver = {
      approve: async ({ approvalId }) => {
        ask();
        await told;
        return { approvalId, approve: true };
      },
    };
    const { settle } = runner({ policy, approver });
    const edit = { name: "edit", arguments: { file_path: "a", old_string: "old", new_string: "mine" } };
    const waiting = settle(write("new\n"));
    await asked;
    await bench.put("a", "old\n");
    expect(await settle(edit)).toContain("\told");
    tell();
    expect(await waiting).toContain("NOT_READ a was shown only now");
    expect(await bench.text("a")).toBe("old\n");
  });

  it("is shown masked, and also where tools must say what may be seen", async () => {
    await bench.put("a", "token: sw0rdfish-in-the-vault\n");
    const shown = await runner({ secrets: [secret("vault", "sw0rdfish-in-the-vault")], redaction: "required" }).settle(
      write("new\n"),
    );
    expect(shown).toContain("     1\ttoken: [secret:vault]");
    expect(shown).not.toContain("sw0rdfish");
  });

  it("is shown to people and logs in one sentence alone", async () => {
    await bench.put("a", "old\n");
    const { result } = await bench.settle("write", write("new\n").arguments);
    expect(result.error?.message).not.toContain("old");
  });
});

/** A promise, and what fulfils it. */
function signal(): readonly [Promise<void>, () => void] {
  let fulfil = () => {};
  return [new Promise<void>((resolve) => (fulfil = resolve)), () => fulfil()];
}

/** A runner of its own, and what a model reads of a call in it. */
function runner(options: Partial<RunnerOptions>) {
  const { workspace } = bench;
  const made = new ToolRunner({
    registry: new ToolRegistry(TOOLS),
    overrides: workspaceOverrides({ workspace }),
    ...options,
  });
  return { settle: async (call: Call) => textOf(await made.exec(call, { runId: "r" })) };
}

describe("where reading it would not be allowed unasked", () => {
  const policyWith = (rules: object): Policy =>
    permissions({ allow: ["Edit"], ...rules }, { root: bench.workspace.root, home: "/nowhere" }).policy;

  it("nothing of it is shown, also when a person says yes to the change", async () => {
    await bench.put("a", "old\n");
    const { settle } = runner({ policy: policyWith({ ask: ["Read(a)"] }), approver: YES });
    const refused = "NOT_READ Read a before overwriting it.";
    expect(await settle(write("new\n"))).toBe(`Error executing tool: ${refused}`);
    const again = await settle(write("new\n"));
    expect(again).toContain(`The same call failed before with the same error: ${refused}`);
    expect(again).not.toContain("old");
    expect(await bench.text("a")).toBe("old\n");
  });

  it("nothing of it is shown under another name", async () => {
    await bench.put("a", "old\n");
    await symlink("a", bench.path("link"));
    const { settle } = runner({ policy: policyWith({ ask: ["Read(a)"] }), approver: YES });
    expect(await settle(write("new\n", "link"))).not.toContain("old");
  });

  it("a change on disk is told without what it is", async () => {
    await bench.put("a", "old\n");
    const { workspace, seen } = bench;
    await bench.show("a");
    await bench.put("a", "theirs\n");
    const policy: Policy = { decide: ({ name }) => ({ verdict: name === "read" ? "ask" : "allow" }) };
    const { settle } = runner({ policy, overrides: workspaceOverrides({ workspace, seenFiles: seen }) });
    expect(await settle(write("new\n"))).toBe(
      "Error executing tool: STALE a changed on disk since you read it (line 1 differs). Read it again.",
    );
  });

  it.each(["ask", "deny"] as const)(
    "nothing of it is shown where a policy without a guard says %s",
    async (verdict) => {
      await bench.put("a", "old\n");
      const policy: Policy = { decide: ({ name }) => ({ verdict: name === "read" ? verdict : "allow" }) };
      const open: Policy = { decide: () => ({ verdict: "allow" }) };
      const refused = "Error executing tool: NOT_READ Read a before overwriting it.";
      for (const one of [policy, intersectPolicies(policyWith({ allow: ["Edit", "Read"] }), policy)])
        expect(await runner({ policy: one }).settle(write("new\n"))).toBe(refused);
      expect(await runner({ policy: open }).settle(write("new\n"))).toContain("\told");
    },
  );

  it("nothing of it is shown where there is no read, and nobody is told to read", async () => {
    await bench.put("a", "old\n");
    const registry = new ToolRegistry([writeTool(), editTool()]);
    const { settle } = runner({ registry });
    const refused =
      "Error executing tool: NOT_READ a was not read before overwriting it, and there is no tool read here, so nothing was changed.";
    expect(await settle(write("new\n"))).toBe(refused);
    expect(await settle(write("newer\n"))).toBe(refused);
  });

  it("nothing of it is shown in a step without read", async () => {
    await bench.put("a", "old\n");
    const { answers } = await run([[write("new\n")]], undefined, [writeTool()]);
    expect(answers[0]).toContain("there is no tool read here");
    expect(answers[0]).not.toContain("old");
  });

  it("it is shown where a rule allows reading it", async () => {
    await bench.put("a", "old\n");
    const { settle } = runner({ policy: policyWith({ ask: ["Read(b)"] }) });
    expect(await settle(write("new\n"))).toContain("\told");
  });
});

describe("a file that is too large to be shown whole", () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1} of a file that is large\n`).join("");

  it("is shown around the change, and then may be edited there", async () => {
    await bench.put("a", lines);
    const call = { file_path: "a", old_string: "line 2500 of", new_string: "line MMD of" };
    const refused = await bench.run("edit", call);
    expect(refused).toContain("  2460\tline 2460 of a file that is large\n");
    expect(refused).toContain("\n[lines 2460-2539 of 3000; next: offset=2540]");
    expect(await bench.run("edit", call)).toContain("1 replacement at line 2500");
  });

  it("is not shown where a part would not do", async () => {
    await bench.put("a", lines);
    expect(await bench.run("write", { file_path: "a", content: "x" })).toBe(
      "Error executing tool: NOT_READ Read a before overwriting it.",
    );
  });

  it("takes no more than read does, also among others", async () => {
    const body = "x".repeat(30_000).replaceAll(/(.{99})./g, "$1\n");
    for (const name of ["a", "b", "c"]) await bench.put(name, `first\n${body}`);
    const patch = ["a", "b", "c"].map((name) => `*** Update File: ${name}\n-first\n+1st`).join("\n");
    const refused = await bench.run("apply_patch", { patch: `*** Begin Patch\n${patch}\n*** End Patch` });
    expect(Buffer.byteLength(refused)).toBeLessThan(51_200);
    expect(refused.match(/=== [abc] ===/g)).toHaveLength(3);
  });
});

describe("whatever is done in whatever order", () => {
  const content = fc.constantFrom("one\n", "two\n", "three\nfour\n", "five\n");
  const contents = fc.array(content, { minLength: 1, maxLength: 3 });
  const steps = fc.array(fc.record({ theirs: fc.option(content), contents }), { minLength: 1, maxLength: 6 });

  it("nothing is overwritten that was not shown before the step began", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        bench = await fileToolsBench(TOOLS);
        const known = new Set<string>();
        for (const [at, { theirs, contents }] of given.entries()) {
          if (at === 0 || theirs !== null) await bench.put("a", theirs ?? "first\n");
          const before = await bench.text("a");
          const answers = await bench.runner.execAll(
            contents.map((text) => write(text)),
            { runId: "r" },
          );
          for (const text of [...told(before, contents, answers.map(textOf), known)]) known.add(text);
        }
      }),
      { numRuns: 60 },
    );
  });

  /** Holds each overwriting of a step against what was known, and gives what is known after it. */
  function* told(before: string, contents: readonly string[], answers: readonly string[], known: ReadonlySet<string>) {
    const own = new Set<string>();
    let now = before;
    for (const [index, answer] of answers.entries()) {
      const written = contents[index] ?? "";
      yield* shownIn(answer);
      if (answer.startsWith("Error")) continue;
      if (answer.startsWith("Overwrote")) expect([...known, ...own]).toContain(now);
      now = written;
      own.add(written);
      yield written;
    }
  }

  /** The whole content that a refusal shows. */
  function shownIn(answer: string): readonly string[] {
    const [, lines] = answer.split("=== a ===\n");
    return lines === undefined ? [] : [`${lines.replaceAll(/^ *\d+\t/gm, "")}\n`];
  }
});
