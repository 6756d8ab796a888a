import { lazy } from "../tool/lazy.ts";

/** What few calls need. One for all phases: what one of them has loaded is there at once for the next, so that events come in one order. */
export const later = lazy(() => import("./rare.ts"));
