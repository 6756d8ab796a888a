import { type ContentBlock, RequestError } from "@agentclientprotocol/sdk";

/** A part of a message as `POST /api/chat` takes it. */
type ChatPart = { readonly type: "text"; readonly text: string } | { readonly type: "image"; readonly image: string };

/**
 * What a person wrote in the editor, as a message of a thread: files that it embeds stand in fences with their address,
 * links are named. Throws a `RequestError` for what a model here cannot be sent.
 */
export function promptMessage(blocks: readonly ContentBlock[]): {
  readonly role: "user";
  readonly content: ChatPart[];
} {
  if (blocks.length === 0) throw new RequestError(-32602, "The prompt is empty.");
  return { role: "user", content: blocks.map(partOf) };
}

/** The text of a prompt that is nothing else. */
export function textOf(blocks: readonly ContentBlock[]): string | undefined {
  const [only, ...others] = blocks;
  return only?.type === "text" && others.length === 0 ? only.text.trim() : undefined;
}

function partOf(block: ContentBlock): ChatPart {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
      return { type: "image", image: `data:${block.mimeType};base64,${block.data}` };
    case "resource_link":
      return { type: "text", text: `[@${block.title ?? block.name}](${block.uri})` };
    case "resource":
      if ("text" in block.resource) return { type: "text", text: embedded(block.resource) };
      throw new RequestError(-32602, `Only text can be embedded; ${block.resource.uri} is not.`);
    default:
      throw new RequestError(-32602, `A prompt cannot hold ${JSON.stringify(block.type)} here.`);
  }
}

function embedded({ uri, text }: { readonly uri: string; readonly text: string }): string {
  return `<file uri=${JSON.stringify(uri)}>\n${text}\n</file>`;
}
