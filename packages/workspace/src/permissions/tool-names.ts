/** What a tool's call is judged as. */
export type ToolFamily = "bash" | "read" | "edit" | "web" | "agent" | "harmless" | "other";

const FAMILIES = new Map<string, ToolFamily>([
  ["bash", "bash"],
  ["read", "read"],
  ["grep", "read"],
  ["glob", "read"],
  ["ls", "read"],
  ["write", "edit"],
  ["edit", "edit"],
  ["multi_edit", "edit"],
  ["apply_patch", "edit"],
  ["web_fetch", "web"],
  ["agent", "agent"],
  ["bash_output", "harmless"],
  ["bash_kill", "harmless"],
  ["write_todos", "harmless"],
  ["read_todos", "harmless"],
  ["done", "harmless"],
  ["tool_output_cache", "harmless"],
  ["tool_output_cache_grep", "harmless"],
  ["get_current_time", "harmless"],
]);

/** The family of a tool name; names nobody knows are `other`. */
export function toolFamily(name: string): ToolFamily {
  return FAMILIES.get(name) ?? "other";
}
