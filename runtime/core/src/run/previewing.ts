import { lazy } from "../tool/lazy.ts";

/** What tells what a call would do: a run in which nobody is asked does not load it. */
export const previewing = lazy(() => import("./preview.ts"));
