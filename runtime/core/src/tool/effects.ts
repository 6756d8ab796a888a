import type { JsonObject } from "../json/json.ts";

/** How far a call reaches: nothing changes, this workspace changes, the world outside changes. */
export type EffectKind = "read" | "write" | "external";

/**
 * What a call may change. Drives concurrency, redundancy, crash recovery and MCP annotations.
 * `idempotent`: may be run again after a crash. `volatile`: the answer changes by itself, so repeats are normal.
 * `onlyLooks`: whether a call with these arguments changes nothing itself, though others of the tool do. It is asked
 * for `changed` in the end of a run alone, and allows nothing.
 * `onlyCalls`: does nothing but call other tools, which are judged, and told, call by call. `askForWrites` and the
 * permissions of a folder allow it, since it changes nothing itself.
 */
export type Effects =
  | EffectKind
  | {
      readonly kind: EffectKind;
      readonly idempotent?: boolean;
      readonly volatile?: boolean;
      readonly onlyLooks?: (args: JsonObject) => boolean;
      readonly onlyCalls?: boolean;
    };

/** {@link Effects} with every flag filled in. `kind` is undefined where the tool declared nothing. */
export interface DeclaredEffects {
  readonly kind: EffectKind | undefined;
  readonly idempotent: boolean;
  readonly volatile: boolean;
  readonly onlyLooks?: (args: JsonObject) => boolean;
  readonly onlyCalls?: boolean;
}

const UNDECLARED: DeclaredEffects = { kind: undefined, idempotent: false, volatile: false };

/** Fills in what a tool left out. A `read` is idempotent. */
export function declaredEffects(effects: Effects | undefined): DeclaredEffects {
  if (effects === undefined) return UNDECLARED;
  const full: Exclude<Effects, string> = typeof effects === "string" ? { kind: effects } : effects;
  return {
    kind: full.kind,
    idempotent: full.idempotent ?? full.kind === "read",
    volatile: full.volatile ?? false,
    ...(full.onlyLooks !== undefined && { onlyLooks: full.onlyLooks }),
    ...(full.onlyCalls && { onlyCalls: true }),
  };
}
