import type { Tool } from "@toolwright/core";
import { nearestName } from "@toolwright/core/internal";

type Tools = ReadonlyMap<string, Tool>;

/** What a model may have meant that wrote a name which is not there: a sentence behind a blank, or nothing. */
export function hintFor(message: string, line: string, tools: Tools): string {
  const [, absent] = /^([\w$]+) is not defined$/.exec(message) ?? [];
  const meant = absent === undefined ? memberMeant(message, line, tools) : meantTool(absent, line, tools);
  if (meant !== undefined) return ` Did you mean tools.${meant}?`;
  const isOfAHost = absent === undefined ? message.startsWith("could not load module") : OF_A_HOST.has(absent);
  return isOfAHost ? " A program has the language and its tools alone: no modules, network, files or timers." : "";
}

/** A tool that is called by its name alone, or as a function of something that is not there: `functions.pay()`. */
function meantTool(absent: string, line: string, tools: Tools): string | undefined {
  const names = [...line.matchAll(/([\w$]+)\.([\w$]+)/g)].flatMap(([, owner, name = ""]) =>
    owner === absent ? [name, `${absent}__${name}`] : [],
  );
  const exact = [absent, ...names].find((name) => tools.has(name));
  const isCalled = line.includes(`${absent}(`) && !OF_A_HOST.has(absent);
  return exact ?? (isCalled ? nearestName(absent, tools.keys()) : undefined);
}

/** A tool of a namespace that is written as a member of it: `tools.crm.find()` for `tools.crm__find()`. */
function memberMeant(message: string, line: string, tools: Tools): string | undefined {
  if (!/^not a function$|^cannot read property/.test(message)) return undefined;
  const [, path = ""] = /\btools((?:\.[\w$]+){2,})\(/.exec(line) ?? [];
  const written = path.slice(1).replaceAll(".", "__");
  return tools.has(written) ? written : nearestName(written, tools.keys());
}

/** What models know of Node and of browsers. */
const OF_A_HOST: ReadonlySet<string> = new Set([
  ...["require", "module", "exports", "process", "global", "window", "document", "fs", "path", "os", "Deno", "Bun"],
  ...["fetch", "axios", "XMLHttpRequest", "WebSocket", "Request", "Headers", "URL", "URLSearchParams", "FormData"],
  ...["setTimeout", "setInterval", "setImmediate", "clearTimeout", "AbortController", "AbortSignal", "performance"],
  ...["Buffer", "TextEncoder", "TextDecoder", "crypto", "structuredClone", "Intl", "Temporal", "Atomics", "WeakRef"],
]);
