import { awkProgramIsHarmless } from "./awk.ts";
import { jqFilterIsHarmless } from "./jq.ts";
import { sedScriptIsHarmless } from "./sed.ts";

/** Readers of programs that stand on the line, by the name in `code(…)`: true when all of it is understood and harmless. */
export const READERS: ReadonlyMap<string, (program: string) => boolean> = new Map([
  ["awk", awkProgramIsHarmless],
  ["jq", jqFilterIsHarmless],
  ["sed", sedScriptIsHarmless],
]);
