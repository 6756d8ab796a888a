import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defineTool } from "@toolwright/core";
import { readPolicy } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { CommandPermissions } from "./command-permissions.ts";
import { loadPolicies } from "./load-policies.ts";
import { type PolicyPlaces, policyPlaces } from "./policy-places.ts";

const bash = defineTool({ name: "bash", description: "", input: { type: "object" }, execute: () => "" });
const SCOPES = ["managed", "local", "project", "user"] as const;

/** The places of a workspace, the managed one among them, in a folder of the test. */
async function places(): Promise<PolicyPlaces> {
  const home = await mkdtemp(join(tmpdir(), "toolwright-scopes-"));
  const workspace = { root: join(home, "shop"), home, stateDirectory: join(home, "state") };
  return { ...policyPlaces(workspace, {}), managed: join(home, "etc/policy.json") };
}

async function permissions(policies: Partial<Record<(typeof SCOPES)[number] | "cli", object>>, trusted = true) {
  const at = await places();
  for (const scope of SCOPES) {
    if (policies[scope] === undefined) continue;
    await mkdir(dirname(at[scope]), { recursive: true });
    await writeFile(at[scope], JSON.stringify(policies[scope]));
  }
  const parsed = readPolicy(policies.cli ?? {});
  return new CommandPermissions({
    engine: { root: "/work/shop", home: "/home/u" },
    policies: await loadPolicies(at),
    commandLine: policies.cli === undefined || !parsed.ok ? undefined : parsed.policy,
    trusted,
    local: at.local,
  });
}

describe("CommandPermissions", () => {
  it.each(["cli", ...SCOPES] as const)("a denial in the %s policy beats every other rule", async (denying) => {
    const others = Object.fromEntries(["cli", ...SCOPES].map((scope) => [scope, { allow: ["Bash(make:*)"] }]));
    const engine = await permissions({ ...others, [denying]: { deny: ["Bash(make clean)"] } });
    expect(await engine.policy.decide(bash, { command: "make all" })).toMatchObject({ verdict: "allow" });
    const denied = { verdict: "deny", reason: `Bash(make clean) is denied by ${denying} rules.` };
    expect(await engine.policy.decide(bash, { command: "make clean" })).toMatchObject(denied);
  });

  it.each(SCOPES)("an allowance in the %s policy counts, a project's only when it is trusted", async (scope) => {
    const verdict = async (trusted: boolean) =>
      (
        await (
          await permissions({ [scope]: { allow: ["Bash(make:*)"] } }, trusted)
        ).policy.decide(bash, { command: "make" })
      ).verdict;
    expect(await verdict(true)).toBe("allow");
    expect(await verdict(false)).toBe(scope === "project" ? "ask" : "allow");
  });

  it("keeps the rules of one conversation from the others and from the disk, and under every denial", async () => {
    const engine = await permissions({ user: { deny: ["Bash(make clean)"] } });
    const verdict = async (command: string, chat?: string) =>
      (await engine.policyIn("default", chat).decide(bash, { command })).verdict;
    engine.rememberForSession(["Bash(make:*)"], "one");
    expect([await verdict("make", "one"), await verdict("make", "two"), await verdict("make")]).toEqual([
      "allow",
      "ask",
      "ask",
    ]);
    expect(await verdict("make clean", "one")).toBe("deny");
    engine.rememberForSession(["Bash(git fetch:*)"], "one");
    expect(engine.ofSession("one")).toEqual(["Bash(make:*)", "Bash(git fetch:*)"]);
    expect([await verdict("make", "one"), await verdict("git fetch", "one")]).toEqual(["allow", "allow"]);
    expect(await engine.saved()).toEqual([]);
  });

  it("holds the rules of a session in every mode", async () => {
    const engine = await permissions({});
    expect((await engine.policy.decide(bash, { command: "make" })).verdict).toBe("ask");
    engine.rememberForSession(["Bash(make:*)"]);
    engine.mode = "accept-edits";
    expect((await engine.policy.decide(bash, { command: "make" })).verdict).toBe("allow");
  });

  it("never offers a rule that would not read, or that holds a masked secret", async () => {
    const engine = await permissions({});
    const write = defineTool({ name: "write", description: "", input: { type: "object" }, execute: () => "" });
    const remember = async (file_path: string) => (await engine.explain(write, { file_path })).remember;
    expect(await remember("a.txt")).toEqual(["Edit(/a.txt)"]);
    expect(await remember("x".repeat(1_100))).toEqual([]);
    expect(await remember("/srv/[secret:API_KEY]/a")).toEqual([]);
  });

  it("keeps the rules of a person apart by folder, and outside of it", () => {
    const place = (root: string) => policyPlaces({ root, home: "/home/u", stateDirectory: "/s" }, {}).local;
    expect(place("/work/shop")).toMatch(/^\/home\/u\/\.config\/toolwright\/folders\/shop-[0-9a-f]{16}\/policy\.json$/);
    expect(place("/work/shop")).not.toBe(place("/other/shop"));
    const relative = policyPlaces({ root: "/r", home: "/home/u", stateDirectory: "/s" }, { XDG_CONFIG_HOME: "./x" });
    expect(relative.user).toBe("/home/u/.config/toolwright/policy.json");
  });
});
