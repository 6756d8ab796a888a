import { broadlyMatches } from "./broad-match.ts";
import { commandMatches, splitWords, wildcardMatches } from "./command-pattern.ts";
import { domainMatches, hostOf } from "./domain-pattern.ts";
import {
  type Anchors,
  foldOf,
  mayMatch,
  type PathPattern,
  parsePathPattern,
  pathGlob,
  surelyMatches,
} from "./path-pattern.ts";
import type { Rule } from "./rule.ts";

/**
 * Does a rule match an example written beside it? Commands are given as a line of plain words, paths as in a rule,
 * addresses as URLs, agents and tools by name. An example that cannot be read matches nothing.
 */
export function matchesExample(rule: Rule, example: string, anchors: Anchors): boolean {
  const { target } = rule;
  switch (target.kind) {
    case "command": {
      const argv = splitWords(example) ?? [];
      if (target.pattern === "any") return argv.length > 0;
      return rule.effect === "allow" ? commandMatches(target.pattern, argv) : broadlyMatches(target.pattern, argv);
    }
    case "path":
      return target.pattern === "any" || pathMatches(rule, target.pattern, example, anchors);
    case "domain": {
      const host = hostOf(example) ?? example.toLowerCase();
      return domainMatches(target.pattern, host);
    }
    case "git-config":
      return target.hash === example;
    case "mcp": {
      const [server = "", ...tool] = example.split("/");
      return mcpMatches(target, { server, tool: tool.join("/") });
    }
    case "agent":
    case "tool":
      return nameMatches(target.name, example);
  }
}

/** Equal, or the pattern ends in `*` and the name begins as it does. `mcp__server` names all tools of that server. */
export function nameMatches(pattern: string, name: string): boolean {
  if (pattern.endsWith("*")) return name.startsWith(pattern.slice(0, -1));
  return pattern === name || (/^mcp__(?:(?!__).)+$/.test(pattern) && name.startsWith(`${pattern}__`));
}

/** Both as the server's settings and the server itself call them: nothing depends on what a model calls the tool. */
export function mcpMatches(
  pattern: { readonly server: string; readonly tool: string },
  { server, tool }: { readonly server: string; readonly tool: string },
): boolean {
  return wildcardMatches(pattern.server, server) && wildcardMatches(pattern.tool, tool);
}

function pathMatches(rule: Rule, pattern: PathPattern, example: string, anchors: Anchors): boolean {
  const absolute = parsePathPattern(example.includes("/") ? example : `./${example}`, anchors, false);
  const literal = absolute.segments.map((segment) => (segment === "**" ? "**" : (segment.literal ?? "*"))).join("/");
  const path = pathGlob(`/${literal}`, { fold: foldOf(anchors) });
  return rule.effect === "allow" ? surelyMatches(pattern, path) : mayMatch(pattern, path);
}
