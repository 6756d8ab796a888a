import type { JsonObject } from "@toolwright/core";
import type { ToolOrigin } from "@toolwright/core/internal";
import {
  ANYTHING,
  domainMatches,
  type Finding,
  guard,
  hostOf,
  isFamilyName,
  join,
  judgePath,
  type LineContext,
  literalWord,
  mcpMatches,
  nameMatches,
  normalise,
  type ReadLine,
  type Rule,
  type RuleTarget,
  readLine,
  type Touches,
} from "@toolwright/shell-judge";
import { otherSpellings, toolFamily, toolPaths } from "./tool-paths.ts";
import { toolTouches } from "./tool-touches.ts";

/** One call as the judge sees it. */
export interface JudgedCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The MCP server that the tool was taken from, and what it is called there. */
  readonly origin?: ToolOrigin | undefined;
  /** What the tool declares to do; believed only to let a reading tool of ours run. */
  readonly effects?: "read" | "write" | "external" | undefined;
  /** It does nothing but call others, which are judged themselves; its `effects` are then `read`. */
  readonly onlyCalls?: boolean;
  /** It would or could change what a `package.json` makes other programs run. */
  readonly changesScripts?: boolean;
}

/** Where calls start from, and where the next line of a shell may run besides. Absolute. */
export interface Start {
  readonly cwd: string;
  readonly shells: readonly string[];
}

/** Everything that was found in a call, and what it would do. */
export interface JudgedTool {
  readonly findings: readonly Finding[];
  readonly touches: Touches;
  /** Of a line, the directories that it may begin in. */
  readonly starts?: readonly string[];
  /** Of a line that begins in one directory alone, how it was read. */
  readonly line?: JudgedWords;
}

/** A line, the directory that it begins in, and how it was read from there. */
export interface JudgedWords {
  readonly command: string;
  readonly cwd: string;
  readonly read: ReadLine;
}

/** Judges a call of any tool. */
export function judgeTool(call: JudgedCall, start: Start, context: LineContext): JudgedTool {
  const byName = toolRule(call, context);
  const strict = byName.filter((finding) => finding.verdict !== "allow");
  if (toolFamily(call.tool) === "bash") {
    const judged = judgeBash(call.args, start, context);
    return { ...judged, findings: [...strict, ...judged.findings] };
  }
  const findings = [...strict, ...judgeFamily(call, start, context, byName)];
  return { findings, touches: toolTouches(call, start.cwd, context) };
}

function judgeFamily(
  call: JudgedCall,
  start: Start,
  context: LineContext,
  byName: readonly Finding[],
): readonly Finding[] {
  const allowed = byName.filter((finding) => finding.verdict === "allow");
  switch (toolFamily(call.tool)) {
    case "read":
    case "edit":
      return judgeFiles(call, start.cwd, context);
    case "web":
      return judgeWeb(call.args, context);
    case "agent":
      return judgeAgent(call.args, context);
    case "harmless":
      return allowed.length > 0 || context.builtins.tools
        ? [allow(`${call.tool} changes nothing outside the run.`)]
        : [unruled(call.tool)];
    case "bash":
    case "other":
      return judgeOther(call, allowed, context);
  }
}

function judgeBash(args: JsonObject, { cwd, shells }: Start, context: LineContext): JudgedTool {
  const command = Object.hasOwn(args, "command") ? args.command : undefined;
  if (typeof command !== "string") return { findings: [guard("The call has no command.")], touches: ANYTHING };
  const chosen = Object.hasOwn(args, "working_dir") ? args.working_dir : undefined;
  if (chosen === undefined || chosen === null) return judgedFrom(command, [...new Set([cwd, ...shells])], context);
  if (typeof chosen !== "string")
    return { findings: [guard("The working directory is not a text.")], touches: ANYTHING };
  const word = { ...literalWord(chosen), tilde: chosen === "~" || chosen.startsWith("~/") };
  const entered = judgePath({ access: "read", word }, [cwd], context.paths);
  const directory = normalise(word.tilde ? context.paths.anchors.home + chosen.slice(1) : join(cwd, chosen));
  const judged = judgedFrom(command, entered.length > 0 ? undefined : [directory], context);
  return { ...judged, findings: [...entered, ...judged.findings] };
}

function judgedFrom(command: string, directories: readonly string[] | undefined, context: LineContext): JudgedTool {
  const read = readLine(command, directories, context);
  const { findings, touches } = read;
  const starts = directories ?? [];
  const [cwd, ...others] = starts;
  return cwd === undefined || others.length > 0
    ? { findings, touches, starts }
    : { findings, touches, starts, line: { command, cwd, read } };
}

function judgeFiles(call: JudgedCall, cwd: string, context: LineContext): readonly Finding[] {
  const whole = wholeDisk(call, context);
  if (whole !== undefined) return [whole];
  const uses = toolPaths(call.tool, call.args);
  if (uses === undefined) return [guard(`Which files ${call.tool} would touch is not clear.`)];
  const textJudged = call.changesScripts !== true;
  const found = uses.flatMap((use) => judgePath({ ...use, textJudged }, [cwd], context.paths));
  const respelled = uses
    .flatMap(otherSpellings)
    .flatMap((use) => judgePath({ ...use, textJudged }, [cwd], context.paths));
  found.push(...respelled.filter((finding) => isByRule(finding) || (!textJudged && finding.kind === "guard")));
  const reads = toolFamily(call.tool) === "read";
  if (found.some((finding) => finding.verdict !== "allow") || (!reads && found.length > 0))
    return reads ? found.map((finding) => ({ ...finding, readOnly: true })) : found;
  const ruled = context.rules.rules.allow.some(({ target }) => target.kind === "path" && target.access === "read");
  if (reads && !context.builtins.tools && !ruled) return [unruled(call.tool)];
  return [{ ...allow(`${call.tool} stays within what may be ${reads ? "read" : "edited"}.`), readOnly: reads }];
}

/** Models write `/` for the workspace. No search goes beyond it, so that nobody is asked for what cannot succeed. */
function wholeDisk({ tool, args }: JudgedCall, { paths }: LineContext): Finding | undefined {
  const isMeant = /^(?:ls|grep|glob)$/.test(tool) && Object.hasOwn(args, "path") && args.path === "/";
  if (!isMeant || paths.anchors.root === "/") return undefined;
  const call = JSON.stringify({ ...args, path: "." });
  return { verdict: "deny", kind: "guard", reason: `/ is the whole disk; the workspace is ".". Call it as ${call}` };
}

/**
 * Where the file is not called as it was given the tool tries other spellings; what is denied under one of them stays
 * so.
 */
function isByRule({ verdict, kind }: Finding): boolean {
  return verdict === "deny" || kind === "rule";
}

function judgeWeb(args: JsonObject, context: LineContext): readonly Finding[] {
  const url = Object.hasOwn(args, "url") ? args.url : undefined;
  const host = typeof url === "string" ? hostOf(url) : undefined;
  if (host === undefined) return [guard("The address is not an http or https URL.")];
  const found = firstRule(context, (target) => target.kind === "domain" && domainMatches(target.pattern, host));
  if (found !== undefined) return [{ ...found, readOnly: true }];
  const ask: Finding = {
    verdict: "ask",
    kind: "no-rule",
    reason: `No rule allows fetching from ${host}.`,
    readOnly: true,
  };
  // A star is a letter in an address, and a wildcard in a rule.
  return [host.includes("*") ? ask : { ...ask, remember: `WebFetch(domain:${host})` }];
}

function judgeAgent(args: JsonObject, context: LineContext): readonly Finding[] {
  const type = Object.hasOwn(args, "type") && typeof args.type === "string" ? args.type : "general";
  const found = firstRule(context, (target) => target.kind === "agent" && nameMatches(target.name, type));
  if (found !== undefined) return [found];
  if (context.builtins.tools) return [{ ...allow("A sub-agent has the same rules."), readOnly: true }];
  return [/^[\w-]+$/.test(type) ? { ...unruled("agent"), remember: `Agent(${type})` } : unruled("agent")];
}

function judgeOther(call: JudgedCall, allowed: readonly Finding[], context: LineContext): readonly Finding[] {
  if (allowed.length > 0) return allowed;
  const reads = call.effects === "read" && !call.tool.startsWith("mcp__");
  const does = call.onlyCalls ? "does nothing but call other tools, which are judged one by one" : "only reads";
  if (reads && context.builtins.tools) return [{ ...allow(`${call.tool} ${does}.`), readOnly: true }];
  const rule = ruleFor(call);
  return [rule === undefined ? unruled(call.tool) : { ...unruled(call.tool), remember: rule }];
}

/** The rule that allows this tool and no other one. */
function ruleFor({ tool, origin }: JudgedCall): string | undefined {
  const names = origin === undefined ? [] : [origin.server, origin.tool];
  if (names.length > 0 && names.every((name) => /^[\w.-]+$/.test(name))) return `Mcp(${names.join("/")})`;
  return namesOneTool(tool) ? tool : undefined;
}

/** As a rule, `Read` would speak of every file, and `mcp__files` of all tools of a server. */
function namesOneTool(name: string): boolean {
  return !isFamilyName(name) && !/^mcp__(?:(?!__).)+$/.test(name);
}

/** Rules on the bare name of a tool, and on what it is called at its server, all outcomes. */
function toolRule({ tool, origin }: JudgedCall, context: LineContext): readonly Finding[] {
  const found = firstRule(context, (target, rule) => namesTool(target, { name: tool, origin }) || rule.tool === tool);
  return found === undefined ? [] : [found];
}

/**
 * Whether a rule speaks of all calls of this tool, by one of its names. Other agents call `files/read`
 * `mcp__files__read`.
 */
export function namesTool(
  target: RuleTarget,
  { name, origin }: { readonly name: string; readonly origin: ToolOrigin | undefined },
): boolean {
  if (target.kind === "mcp") return origin !== undefined && mcpMatches(target, origin);
  if (target.kind !== "tool") return false;
  if (nameMatches(target.name, name)) return true;
  return origin !== undefined && nameMatches(target.name, `mcp__${origin.server}__${origin.tool}`);
}

function firstRule(context: LineContext, test: (target: RuleTarget, rule: Rule) => boolean): Finding | undefined {
  for (const verdict of ["deny", "ask", "allow"] as const) {
    const rule = context.rules.rules[verdict].find((rule) => test(rule.target, rule));
    if (rule !== undefined)
      return { verdict, kind: verdict === "allow" ? "allowed" : "rule", rule: rule.text, reason: says(rule) };
  }
  return undefined;
}

function says(rule: Rule): string {
  const verb = { allow: "allows it", ask: "asks", deny: "denies it" }[rule.effect];
  return `${rule.text} ${verb} by ${rule.scope} rules.`;
}

function allow(reason: string): Finding {
  return { verdict: "allow", kind: "allowed", reason, readOnly: true };
}

function unruled(tool: string): Finding {
  return { verdict: "ask", kind: "no-rule", reason: `No rule allows ${tool}.` };
}
