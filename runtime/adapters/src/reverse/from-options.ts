import type { Effects, Tool } from "@toolwright/core";
import {
  anObject,
  checkOptions,
  either,
  milliseconds,
  type OptionRules,
  oneOf,
  recordOf,
} from "@toolwright/core/internal";

/** What is known of another framework's tools that they do not say themselves. */
export interface FromToolsOptions {
  /**
   * What calls of a tool may change, by its name. One that is not named is `external`, and a person is asked before
   * each call.
   */
  readonly effects?: Readonly<Record<string, Effects>>;
  /** Milliseconds for each call. Default 60,000. */
  readonly timeoutMs?: number;
}

const RULES: OptionRules<FromToolsOptions> = {
  effects: recordOf(
    'an object: { nameOfTool: "read" }, with "read", "write" or "external"',
    either(oneOf("read", "write", "external"), anObject),
  ),
  timeoutMs: milliseconds,
};

/** Throws a `TypeError` for an option that does not exist or cannot be. */
export function checkFromOptions(of: string, options: FromToolsOptions): void {
  checkOptions<FromToolsOptions>(options, { of, rules: RULES });
}

/**
 * Throws a `TypeError` for effects of a tool that is not among these: a misspelt name would leave the tool asking, or
 * worse.
 */
export function refuseUnknownEffects(of: string, tools: readonly Tool[], { effects = {} }: FromToolsOptions): void {
  const names = tools.map(({ name }) => name);
  const unknown = Object.keys(effects).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${of}: effects names ${JSON.stringify(unknown)}; the tools are ${names.join(", ") || "none"}.`);
}

/** What a tool of ours says of a strange one. */
export function saidOf(name: string, { effects = {}, timeoutMs }: FromToolsOptions) {
  const own = Object.hasOwn(effects, name) ? effects[name] : undefined;
  return {
    effects: own ?? ("external" as const),
    requiresConfirmation: own === undefined,
    // Which of their fields may be shown nobody says; masks and bounds hold.
    allowlist: "all" as const,
    allowUserText: true,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}
