import { expect, it } from "vitest";
import { declaredEffects, type Effects } from "./effects.ts";

it.each<[Effects | undefined, readonly [string | undefined, boolean, boolean]]>([
  [undefined, [undefined, false, false]],
  ["read", ["read", true, false]],
  ["write", ["write", false, false]],
  ["external", ["external", false, false]],
  [{ kind: "read", volatile: true }, ["read", true, true]],
  [{ kind: "read", idempotent: false }, ["read", false, false]],
  [{ kind: "write", idempotent: true }, ["write", true, false]],
])("the effects %j are filled in", (effects, [kind, idempotent, isVolatile]) => {
  expect(declaredEffects(effects)).toEqual({ kind, idempotent, volatile: isVolatile });
});
