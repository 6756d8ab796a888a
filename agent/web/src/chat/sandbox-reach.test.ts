import type { HeldBy } from "@toolwright/view/internal";
import { expect, it } from "vitest";
import { sandboxReach } from "./sandbox-reach.ts";

const bash = (held: HeldBy | null | undefined) => {
  return [{ name: "bash", description: "", effects: null, ...(held !== undefined && { held }) }] as const;
};
const reach = (held: HeldBy | null | undefined, sandbox?: string | null) =>
  sandboxReach({ tools: bash(held), ...(sandbox !== undefined && { sandbox }) });

it("is the fuller the further commands get, and says nothing of what is not known", () => {
  const held = { mode: "workspace-write", network: false, gitWrites: false } as const;
  expect(reach(held, "bubblewrap")).toEqual({
    ring: "◑",
    short: "this folder",
    words: "Commands run in the sandbox (bubblewrap): they change this folder alone, and have no network.",
    isFar: false,
  });
  expect(reach({ ...held, network: true }, "bubblewrap")).toMatchObject({
    ring: "●",
    short: "the network",
    isFar: true,
  });
  expect(reach({ ...held, mode: "read-only" }, "bubblewrap")).toMatchObject({ ring: "○", short: "reads only" });
  expect(reach(null, null)).toMatchObject({ ring: "●", short: "no sandbox", isFar: true });
  expect([reach(undefined, "bubblewrap"), reach(held), sandboxReach({ tools: [], sandbox: null })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
