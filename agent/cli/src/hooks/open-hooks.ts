import type { FolderAgent } from "@toolwright/workspace";
import type { ToolFlags } from "../flags.ts";
import { atEnd } from "../setup/clean-up.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { findHooks } from "./find-hooks.ts";
import { Hooks } from "./hooks.ts";

/** The hooks of a command; undefined where there are none. `terminal`: where a person can be asked. */
export async function openHooks(
  agent: FolderAgent,
  { terminal, flags }: { readonly terminal: Terminal | undefined; readonly flags: Pick<ToolFlags, "yes"> },
): Promise<Hooks | undefined> {
  const heldBy = async () => {
    const held = await agent.sandbox();
    if (held === undefined) return undefined;
    const { describeSandbox } = await import("@toolwright/workspace/internal");
    return `${held.kind}: ${describeSandbox(held.policy)}`;
  };
  // --yes answers questions about calls; this one is about whose programs run.
  const asked = flags.yes === true ? undefined : terminal;
  const toolNames = (["all", "small"] as const).flatMap((set) => agent.toolsIn(set).list());
  const hooks = new Hooks(await findHooks({ workspace: agent.workspace, terminal: asked, toolNames, heldBy }), agent);
  if (hooks.isEmpty) return undefined;
  atEnd(() => hooks.settled());
  return hooks;
}
