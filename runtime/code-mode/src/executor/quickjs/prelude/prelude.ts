import { basics } from "./basics.ts";
import { calls } from "./calls.ts";
import { ending } from "./ending.ts";
import { json } from "./json.ts";
import { jsonText } from "./json-text.ts";
import { output } from "./output.ts";
import { uncaught } from "./uncaught.ts";
import { world } from "./world.ts";

/**
 * What a program finds in its machine: `tools`, `ToolError`, `attempt`, `console`, `show`, a seeded `Math.random`, and
 * nothing that tells two runs apart. Plain JavaScript text, since QuickJS runs it and not this process. It is a
 * function: it takes its settings as JSON text and gives the four functions that the host calls. They reach built-in
 * functions by names of their own, taken before the source runs, so a program that breaks `JSON`, `Promise` or a
 * prototype breaks itself and not the bridge. Lists here have no prototype: a setter on `Array.prototype` is not met.
 */
export const prelude = `(function (settingsText) {
"use strict";
${basics}
${jsonText}
${json}
${calls}
${output}
${ending}
${uncaught}
${world}
return freeze({ start, settle, take, rejected });
})`;
