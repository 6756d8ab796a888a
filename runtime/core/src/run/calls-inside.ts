import { lazy } from "../tool/lazy.ts";
import type { CallsInside, Scope } from "./scope.ts";

const replaying = lazy(() => import("./inner-calls.ts"));

/** Opens the calls inside a call of a tool that replays; undefined where its files cannot be loaded. */
export async function callsInside(scope: Scope): Promise<CallsInside | undefined> {
  try {
    const { InnerCalls } = await replaying();
    return new InnerCalls(scope);
  } catch {
    return undefined;
  }
}
