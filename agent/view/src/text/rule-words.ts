/** What a rule that allows lets through, in a few words for people; `rule` as a policy has it. */
export function ruleWords(rule: string): string {
  const [, word = "", pattern = ""] = /^([A-Za-z]+)\((.*)\)$/s.exec(rule) ?? [];
  switch (word) {
    case "Bash":
      return commandWords(pattern);
    case "Read":
      return `reading ${placeWords(pattern)}`;
    case "Edit":
      return `writing ${placeWords(pattern)}`;
    case "WebFetch":
      return requestWords(pattern);
    case "GitConfig":
      return "git, as long as the repository makes it run exactly what it does now";
    case "Agent":
      return `sub-agents of the type ${pattern}`;
    case "Mcp":
      return toolsWords(pattern);
    default:
      return WHOLE.get(rule) ?? `every call of ${rule}`;
  }
}

/** Rules without a pattern. */
const WHOLE = new Map([
  ["Bash", "every command"],
  ["Read", "reading every file"],
  ["Edit", "writing every file"],
  ["WebFetch", "requests to every host"],
  ["Agent", "every sub-agent"],
]);

function commandWords(pattern: string): string {
  const beginning = /^(.*?)(?::\*| \*)$/s.exec(pattern)?.[1];
  if (beginning !== undefined && !beginning.includes("*")) return `“${beginning}”, with anything behind it`;
  if (pattern.includes("*")) return `commands of the form “${pattern}”, where * is anything`;
  return `“${pattern}”, and nothing behind it`;
}

/** `/` begins in the workspace, `//` at the root of the disk, `~/` at home; a name alone is one at any depth. */
function placeWords(pattern: string): string {
  const folder = /^(.*)\/\*\*$/s.exec(pattern)?.[1];
  if (folder !== undefined && !/[*?[]/.test(folder)) return `everything in ${rooted(folder)}`;
  const place = rooted(pattern);
  if (/(?<!\\)[*?[]/.test(pattern)) return `files that fit ${place}`;
  return pattern.includes("/") ? place : `every file called ${place}`;
}

function rooted(pattern: string): string {
  if (pattern.startsWith("//")) return pattern.slice(1);
  if (pattern === "" || pattern === "/") return "this folder";
  return pattern.startsWith("~") ? pattern : `${pattern.replace(/^\//, "")} of this folder`;
}

function requestWords(pattern: string): string {
  const host = pattern.replace(/^domain:/, "");
  return host.startsWith("*.") ? `requests to every host below ${host.slice(2)}` : `requests to ${host}`;
}

function toolsWords(pattern: string): string {
  const [server = "", tool] = pattern.split("/", 2);
  const of = server === "*" ? "of every MCP server" : `of the MCP server ${server}`;
  if (tool === undefined || tool === "*") return `every tool ${of}`;
  return tool.includes("*") ? `tools that fit ${tool} ${of}` : `${tool} ${of}`;
}
