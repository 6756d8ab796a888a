import { lazy } from "../tool/lazy.ts";

/** What few runs need. One for the whole loop: what one part of it has loaded is there at once for the next. */
export const later = lazy(() => import("./rare.ts"));
