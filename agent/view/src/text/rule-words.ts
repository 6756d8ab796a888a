import { ruleTexts } from "../words/rules.ts";

/** What a rule that allows lets through, in a few words for people; `rule` as a policy has it. */
export function ruleWords(rule: string): string {
  const [, word = "", pattern = ""] = /^([A-Za-z]+)\((.*)\)$/s.exec(rule) ?? [];
  switch (word) {
    case "Bash":
      return commandWords(pattern);
    case "Read":
      return ruleTexts.reading(placeWords(pattern));
    case "Edit":
      return ruleTexts.writing(placeWords(pattern));
    case "WebFetch":
      return requestWords(pattern);
    case "GitConfig":
      return ruleTexts.git;
    case "Agent":
      return ruleTexts.agents(pattern);
    case "Mcp":
      return toolsWords(pattern);
    default:
      return wholeWords(rule);
  }
}

/** A rule without a pattern. */
function wholeWords(rule: string): string {
  switch (rule) {
    case "Bash":
      return ruleTexts.everyCommand;
    case "Read":
      return ruleTexts.everyRead;
    case "Edit":
      return ruleTexts.everyWrite;
    case "WebFetch":
      return ruleTexts.everyRequest;
    case "Agent":
      return ruleTexts.everyAgent;
    default:
      return ruleTexts.call(rule);
  }
}

function commandWords(pattern: string): string {
  const beginning = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1];
  if (beginning !== undefined && !beginning.includes("*")) return ruleTexts.commandsFrom(beginning);
  return pattern.includes("*") ? ruleTexts.commandsLike(pattern) : ruleTexts.command(pattern);
}

/** `/` begins in the workspace, `//` at the root of the disk, `~/` at home; a name alone is one at any depth. */
function placeWords(pattern: string): string {
  const folder = /^(.*)\/\*\*$/s.exec(pattern)?.[1];
  if (folder !== undefined && !/[*?[]/.test(folder)) return ruleTexts.allIn(rooted(folder));
  const place = rooted(pattern);
  if (/(?<!\\)[*?[]/.test(pattern)) return ruleTexts.filesLike(place);
  return pattern.includes("/") ? place : ruleTexts.filesCalled(place);
}

function rooted(pattern: string): string {
  if (pattern.startsWith("//")) return pattern.slice(1);
  if (pattern === "" || pattern === "/") return ruleTexts.thisFolder;
  return pattern.startsWith("~") ? pattern : ruleTexts.ofFolder(pattern.replace(/^\//, ""));
}

function requestWords(pattern: string): string {
  const host = pattern.replace(/^domain:/, "");
  return host.startsWith("*.") ? ruleTexts.hostsBelow(host.slice(2)) : ruleTexts.host(host);
}

function toolsWords(pattern: string): string {
  const [server = "", tool] = pattern.split("/", 2);
  const of = server === "*" ? ruleTexts.ofEveryServer : ruleTexts.ofServer(server);
  if (tool === undefined || tool === "*") return ruleTexts.everyTool(of);
  return tool.includes("*") ? ruleTexts.toolsLike(tool, of) : ruleTexts.tool(tool, of);
}
