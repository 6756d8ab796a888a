import { createContext } from "react";
import type { IconName } from "../icons/icon.tsx";

/**
 * What a tool does to the world, as far as a colour tells it. `beyond`: it reaches out, and nothing takes that back.
 */
export type ToolEffect = "reads" | "changes" | "runs" | "beyond";

/** How a tool looks. */
export interface ToolLook {
  readonly icon: IconName;
  readonly effect: ToolEffect;
}

const LOOKS: Readonly<Record<string, ToolLook>> = {
  bash: { icon: "terminal", effect: "runs" },
  bash_output: { icon: "terminal", effect: "reads" },
  bash_kill: { icon: "terminal", effect: "runs" },
  read: { icon: "read", effect: "reads" },
  tool_output_cache: { icon: "kept", effect: "reads" },
  write: { icon: "newFile", effect: "changes" },
  edit: { icon: "edit", effect: "changes" },
  multi_edit: { icon: "edit", effect: "changes" },
  apply_patch: { icon: "edit", effect: "changes" },
  ls: { icon: "folder", effect: "reads" },
  glob: { icon: "search", effect: "reads" },
  grep: { icon: "search", effect: "reads" },
  tool_output_cache_grep: { icon: "search", effect: "reads" },
  web_fetch: { icon: "web", effect: "reads" },
  web_search: { icon: "web", effect: "reads" },
  write_todos: { icon: "plan", effect: "reads" },
  read_todos: { icon: "plan", effect: "reads" },
  agent: { icon: "agent", effect: "runs" },
  done: { icon: "flag", effect: "reads" },
  get_current_time: { icon: "clock", effect: "reads" },
};

/**
 * What the server says of a tool that is none of the standard ones; undefined for one that it does not say anything of.
 */
export type DeclaredEffect = (toolName: string) => "read" | "write" | "external" | null | undefined;

/** What is declared of the tools whose cards stand inside. */
export const DeclaredEffects = createContext<DeclaredEffect>(() => undefined);

/**
 * How a tool looks: a standard one as the table says, any other by what is declared of it, and at worst as one that
 * reaches out.
 */
export function toolLook(toolName: string, declared: DeclaredEffect): ToolLook {
  // A tool may be called `constructor`.
  const known = Object.hasOwn(LOOKS, toolName) ? LOOKS[toolName] : undefined;
  if (known !== undefined) return known;
  const effect = declared(toolName);
  return { icon: "tool", effect: effect === "read" ? "reads" : effect === "write" ? "changes" : "beyond" };
}
