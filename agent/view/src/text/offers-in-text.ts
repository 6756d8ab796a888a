/** A resource of an MCP server that somebody has named in a message. */
export interface ResourceMention {
  readonly server: string;
  readonly uri: string;
}

/** Resources that one message may name. */
const MOST = 5;

const MENTION = /(?:^|[\s("'])@([A-Za-z0-9_-]{1,32}):([^\s"']{1,2000})/g;

/** The resources that a message names as `@server:address`, of these servers; a sentence may end behind one. */
export function resourceMentions(text: string, servers: readonly string[]): readonly ResourceMention[] {
  const found = new Map<string, ResourceMention>();
  for (const [, server = "", address = ""] of text.matchAll(MENTION)) {
    const uri = address.replace(/[.,;!?)]+$/, "");
    if (servers.includes(server) && uri !== "") found.set(`${server}:${uri}`, { server, uri });
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

/** A prompt of an MCP server that somebody has written in the place of a message. */
export interface PromptCommand {
  readonly server: string;
  readonly name: string;
  /** As `name=value`; a value with blanks stands between quotes. */
  readonly arguments: Readonly<Record<string, string>>;
}

const COMMAND = /^\/([A-Za-z0-9_-]{1,32}):(\S{1,100})(?:\s+([\s\S]*))?$/;
const ARGUMENT = /([^\s"'`=]{1,100})=(?:"([^"]*)"|'([^']*)'|(\S*))/g;

/** What `/server:prompt name=value` means, of these servers; undefined for another text. */
export function promptCommand(text: string, servers: readonly string[]): PromptCommand | undefined {
  const [, server = "", name = "", rest = ""] = COMMAND.exec(text.trim()) ?? [];
  if (!servers.includes(server)) return undefined;
  const given = [...rest.matchAll(ARGUMENT)].map(([, key = "", doubly, singly, bare = ""]) => {
    return [key, doubly ?? singly ?? bare] as const;
  });
  return { server, name, arguments: Object.fromEntries(given) };
}
