const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** Whether messages need no further look: each says in a text who speaks and what. */
export function isPlainHistory(messages: unknown): boolean {
  return Array.isArray(messages) && messages.every(isPlainMessage);
}

function isPlainMessage(message: unknown): boolean {
  if (typeof message !== "object" || message === null || "parts" in message) return false;
  const { role, content, tool_call_id: answered }: Readonly<Record<string, unknown>> = { ...message };
  return ROLES.has(role) && typeof content === "string" && (role !== "tool" || typeof answered === "string");
}
