/** What a tool's call is judged as. */
export type ToolFamily = "bash" | "read" | "edit" | "web" | "agent" | "harmless" | "other";

const NAMES: Readonly<Record<Exclude<ToolFamily, "other">, string>> = {
  bash: "bash",
  read: "read grep glob ls",
  edit: "write edit multi_edit apply_patch",
  web: "web_fetch",
  agent: "agent",
  harmless:
    "bash_output bash_kill write_todos read_todos done tool_output_cache tool_output_cache_grep get_current_time",
};

const FAMILIES: ReadonlyMap<string, ToolFamily> = new Map(
  (["bash", "read", "edit", "web", "agent", "harmless"] as const).flatMap((family) =>
    NAMES[family].split(" ").map((name) => [name, family] as const),
  ),
);

/** The family of a tool name; names nobody knows are `other`. */
export function toolFamily(name: string): ToolFamily {
  return FAMILIES.get(name) ?? "other";
}
