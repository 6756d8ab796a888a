import { type Policy, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { createMemoryWorkspace } from "../../memory/memory-workspace.adapter.ts";
import { createPermissions } from "../../permissions/create-permissions.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { lsTool } from "../ls/ls.tool.ts";
import { readTool } from "./read.tool.ts";

const FILES = { "src/secret-key.ts": "", "src/limits.ts": "", "src/deep/a.ts": "" };

/** What `read` says of a missing file under a policy. */
async function said(path: string, policy?: Policy): Promise<string> {
  const workspace = await createMemoryWorkspace({ files: FILES });
  const registry = new ToolRegistry([readTool(), lsTool()]);
  const overrides = workspaceOverrides({ workspace });
  const runner = new ToolRunner({ registry, overrides, ...(policy && { policy }) });
  const { message } = await runner.exec({ name: "read", arguments: { file_paths: [path] } });
  return String(message.content);
}

function denying(...rules: string[]): Policy {
  const deny = rules.map((rule) => ({ rule, match: [], notMatch: [] }));
  const policy = { allow: [], ask: [], deny };
  return createPermissions({ root: "/work", home: "/home", policies: [{ scope: "cli", policy }] }).policy;
}

describe("a path that is missing", () => {
  it("is told with what may have been meant, or with what the nearest folder holds", async () => {
    expect(await said("src/secret-kye.ts")).toContain("Did you mean: src/secret-key.ts?");
    expect(await said("src/nothing/x.ts")).toContain("src holds: deep/, limits.ts, secret-key.ts.");
    expect(await said("nothing.ts")).toContain("The workspace holds: src/.");
  });

  it.each(["src\\limits.ts", ".\\src\\limits.ts", "src/limits.ts:12", "src/limits.ts:12-20"])(
    "is told with the path that is meant by %s",
    async (path) => expect(await said(path)).toContain("does not exist. Did you mean: src/limits.ts?"),
  );

  it("is told of nothing outside of the workspace, with separators of another system neither", async () => {
    expect(await said("..\\etc\\passwd")).toContain("The workspace holds: src/.");
    expect(await said("..\\work\\src\\limits.ts")).not.toContain("../");
  });

  it("is told without the name of a file that may not be read", async () => {
    const policy = denying("Read(src/secret*)");
    expect(await said("src/nothing/x.ts", policy)).toContain("src holds: deep/, limits.ts.");
    expect(await said("src/limist.ts", policy)).toContain("Did you mean: src/limits.ts?");
    expect(await said("lib/secret-key.ts", policy)).not.toContain("src/secret-key.ts");
  });

  it.each(["ask", "deny"] as const)("is told alone where a policy without a guard says %s", async (verdict) => {
    const open = (tool: string, path: string): Policy => ({
      decide: ({ name }, args) => ({
        verdict: name === tool && JSON.stringify(args).includes(path) ? verdict : "allow",
      }),
    });
    expect(await said("src/nothing/x.ts", open("ls", "src"))).not.toContain("holds");
    expect(await said("lib/limits.ts", open("read", "src/limits.ts"))).not.toContain("src/limits.ts");
  });
});
