import type { Tool } from "@toolwright/core";
import type { SetAside } from "../mcp-tools.port.ts";
import type { Definition } from "./definition.ts";

/** A definition, and the tool that was made of it. */
export interface Offered {
  readonly definition: Definition;
  readonly tool: Tool;
}

/** Leaves out tools that would be called by the same name: which of them is meant must not depend on their order. */
export function withoutCollisions(all: readonly Offered[]): {
  readonly kept: readonly Offered[];
  readonly setAside: readonly SetAside[];
} {
  const byName = new Map<string, Offered[]>();
  for (const one of all) byName.set(one.definition.name, [...(byName.get(one.definition.name) ?? []), one]);
  const groups = [...byName.values()];
  return {
    kept: groups.flatMap((group) => (group.length === 1 ? group : [])),
    setAside: groups.flatMap((group) => (group.length === 1 ? [] : group.map(aside))),
  };
}

function aside({ definition: { server, tool, name } }: Offered): SetAside {
  return { server, tool, reason: `another tool would be called ${name}, too` };
}
