import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import type { ThreadCall, ThreadMessage } from "@toolwright/view";
import type { ThreadPart } from "@toolwright/view/internal";
import { changedPlaces, resultContent } from "./call-content.ts";
import { callShape } from "./call-shape.ts";
import { planIn } from "./plan.ts";
import { sourceContent } from "./program-content.ts";

type UserContent = (ThreadMessage & { role: "user" })["content"];

/** What was said and done before, for an editor that opens a session again. */
export function historyUpdates(message: ThreadMessage, root: string): SessionUpdate[] {
  if (message.role === "assistant")
    return [...message.parts.flatMap((part) => partUpdates(part, { root, message })), ...endUpdates(message)];
  return saidUpdates(message.content);
}

/** The line under an answer whose run was to change something and did not: an editor has no other place for it. */
export function endUpdates({ stopReason, changed }: RunEnd): SessionUpdate[] {
  if (changed !== false || (stopReason !== "stop" && stopReason !== "done")) return [];
  return [{ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "\n\nNothing was changed." } }];
}

/** How a run ended, as a stream or a stored message has it. */
interface RunEnd {
  readonly stopReason?: unknown;
  readonly changed?: unknown;
}

/** What a person said, also while a run went on. */
export function saidUpdates(content: UserContent): SessionUpdate[] {
  return blocksOf(content).map((block) => ({ sessionUpdate: "user_message_chunk", content: block }));
}

function blocksOf(content: UserContent): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.flatMap((part): ContentBlock[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    return part.type === "image" ? [{ type: "image", data: part.data, mimeType: part.mediaType }] : [];
  });
}

interface PartPlace {
  readonly root: string;
  readonly message: ThreadMessage & { role: "assistant" };
}

function partUpdates(part: ThreadPart, place: PartPlace): SessionUpdate[] {
  if (part.type === "tool-call") return callUpdates(part, place);
  if (part.type === "steered") return saidUpdates(part.content);
  if (part.type === "compacted") return [];
  const sessionUpdate = part.type === "text" ? "agent_message_chunk" : "agent_thought_chunk";
  return part.text === "" ? [] : [{ sessionUpdate, content: { type: "text", text: part.text } }];
}

function callUpdates(call: ThreadCall, { root, message }: PartPlace): SessionUpdate[] {
  const { toolCallId, toolName, args, result, isError, artifact, parentId } = call;
  const { locations, ...shape } = callShape({ toolName, args, program: programAround(call, message) }, root);
  const changed = changedPlaces(artifact, root);
  const plan = isError === true ? undefined : planIn(toolName, args);
  return [
    {
      sessionUpdate: "tool_call",
      toolCallId,
      ...shape,
      name: toolName,
      status: result === undefined ? "pending" : isError === true ? "failed" : "completed",
      rawInput: args,
      locations: changed.length > 0 ? changed : locations,
      ...(result !== undefined && {
        content: [...sourceContent(call), ...resultContent(result, artifact, root)],
        rawOutput: result,
      }),
      ...(parentId !== undefined && { _meta: { toolwright: { parentId } } }),
    },
    ...(plan === undefined ? [] : [plan]),
  ];
}

/** The tool that runs the program which made a call. */
function programAround({ parentId }: ThreadCall, { parts }: PartPlace["message"]): string | undefined {
  if (parentId === undefined) return undefined;
  const around = parts.find((part) => part.type === "tool-call" && part.toolCallId === parentId);
  return around?.type === "tool-call" && around.replays === true ? around.toolName : undefined;
}
