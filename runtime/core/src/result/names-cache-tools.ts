/** What decides whether a notice may name the tools that read kept outputs. */
export interface ToolsAtHand {
  readonly options: { readonly cacheTools?: boolean | undefined };
  readonly registry: { get(name: string): unknown };
  readonly active?: { has(name: string): boolean } | undefined;
}

/** A model is told only of tools that it has: those of its step, or those that its loop will offer. */
export function namesCacheTools({ options, registry, active }: ToolsAtHand): boolean {
  if (options.cacheTools === true) return true;
  return active === undefined ? registry.get(READER) !== undefined : active.has(READER);
}

const READER = "tool_output_cache";
