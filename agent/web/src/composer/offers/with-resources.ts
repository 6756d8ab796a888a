import type { OfferedContent } from "@toolwright/view";
import { resourceMentions } from "@toolwright/view/internal";
import type { Services } from "../../base/services.ts";
import { saidParts } from "../../chat/said-parts.ts";
import { nameOf } from "../../thread/thread-state.ts";
import { type UserContent, userText, withText } from "../../thread/user-content.ts";
import { composerTexts } from "../../words/composer.ts";

/**
 * What is said, with the resources of MCP servers that its words name before it. Undefined where one cannot be read,
 * which is told, or where another thread is shown by now.
 */
export async function withResources(services: Services, content: UserContent): Promise<UserContent | undefined> {
  const { api, info, thread } = services;
  const mentions =
    info.offers === true
      ? newMentions(
          userText(content),
          (info.servers ?? []).map(({ name }) => name),
        )
      : [];
  if (mentions.length === 0) return content;
  const shown = nameOf(thread.state());
  const paths = mentions.map(({ server, uri }) => `/api/mcp/resource?${new URLSearchParams({ server, uri })}`);
  const read = await Promise.all(paths.map((path) => api.get<OfferedContent>(path)));
  const failed = read.find((answer) => !answer.ok);
  if (failed?.ok === false) thread.tell(composerTexts.notSent(failed.error));
  if (failed !== undefined || nameOf(thread.state()) !== shown) return undefined;
  return read.flatMap((answer) => (answer.ok ? [answer.value.content] : [])).reduceRight(before, content);
}

/** Those that the words name, and that do not stand in the message already: one that is edited has them. */
function newMentions(text: string, servers: readonly string[]) {
  const parts = saidParts(text);
  const words = parts.flatMap((part) => (part.type === "words" ? [part.text] : []));
  const there = new Set(parts.flatMap((part) => (part.type === "file" ? [part.name] : [])));
  return resourceMentions(words.join("\n"), servers).filter(({ server, uri }) => !there.has(`@${server}:${uri}`));
}

function before(said: UserContent, resource: UserContent): UserContent {
  const images = typeof resource === "string" ? [] : resource.filter(({ type }) => type !== "text");
  const whole = withText(said, `${userText(resource)}\n${userText(said)}`);
  if (images.length === 0) return whole;
  return [...(typeof whole === "string" ? [{ type: "text" as const, text: whole }] : whole), ...images];
}
