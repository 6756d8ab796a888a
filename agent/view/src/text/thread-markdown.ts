import { programSource } from "../program/program.ts";
import { fieldIn, isFields, textIn } from "../wire/fields.ts";
import type { ThreadCall, ThreadMessage, ThreadPart } from "../wire/thread-message.ts";
import { endText } from "./end-text.ts";
import { fenced } from "./fenced.ts";
import { spelledOnOneLine } from "./spelled-out.ts";
import { placeOf, timeText, type WrittenThread } from "./written-thread.ts";

/** A conversation as Markdown, message by message: what was said, reasoned, called and answered. */
export async function* threadMarkdown({ title, createdAt, messages, outputOf }: WrittenThread): AsyncGenerator<string> {
  yield `# ${spelledOnOneLine(title.trim() === "" ? "Untitled" : title)}\n\n${timeText(createdAt)}\n`;
  for (const message of messages) {
    if (message.role === "user") {
      yield `\n## You, ${timeText(message.createdAt)}\n\n${contentText(message.content)}\n`;
      continue;
    }
    const model = message.model === "" ? "" : ` (${spelledOnOneLine(message.model)})`;
    yield `\n## Agent${model}, ${timeText(message.createdAt)}\n`;
    for (const part of message.parts) yield `\n${await partText(part, outputOf)}\n`;
    yield `${endOf(message)}${ratingText(message)}`;
  }
}

function endOf({ stopReason, reason, error, changed }: Extract<ThreadMessage, { role: "assistant" }>): string {
  const why = reason ?? error;
  if (why !== undefined) return `\n**Failed:** ${spelledOnOneLine(why)}\n`;
  if (stopReason === undefined) return "\n*Still at work.*\n";
  if (changed === false && (stopReason === "stop" || stopReason === "done")) return "\n*Nothing was changed.*\n";
  return stopReason === "stop" || stopReason === "done" ? "" : `\n*${endText(stopReason)}.*\n`;
}

function ratingText({ rating }: Extract<ThreadMessage, { role: "assistant" }>): string {
  if (rating === undefined) return "";
  const { thumb, note } = rating;
  return `\n*Rated ${thumb === "up" ? "good" : "bad"}${note === undefined ? "" : `: ${spelledOnOneLine(note)}`}*\n`;
}

function contentText(content: Extract<ThreadMessage, { role: "user" }>["content"]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `*[${part.type}]*`)).join("\n\n");
}

async function partText(part: ThreadPart, outputOf: WrittenThread["outputOf"]): Promise<string> {
  if (part.type === "tool-call") return callText(part, outputOf);
  if (part.type === "reasoning") return `<details><summary>Reasoning</summary>\n\n${part.text}\n\n</details>`;
  if (part.type === "steered") return `**You, meanwhile:**\n\n${contentText(part.content)}`;
  if (part.type === "compacted")
    return `<details><summary>Summarised for the model</summary>\n\n${part.summary}\n\n</details>`;
  return part.text;
}

async function callText(call: ThreadCall, outputOf: WrittenThread["outputOf"]): Promise<string> {
  const { toolName, ref, result, isError, approval, late } = call;
  const whole = ref === undefined ? undefined : await outputOf?.(ref.id);
  const said = whole ?? (result === undefined ? "" : resultText(result));
  const [before, behind] = placeOf(call);
  const pieces = [
    `### ${before}\`${spelledOnOneLine(toolName).replaceAll("`", "'")}\`${behind}${isError === true ? " failed" : ""}`,
    askedText(call),
    ...(approval === undefined ? [] : [decisionText(approval)]),
    ...(said === "" ? [] : [fenced(said, "text")]),
    ...(late === undefined ? [] : [`From the background:\n\n${fenced(resultText(late.result), "text")}`]),
  ];
  return pieces.join("\n\n");
}

function askedText(call: ThreadCall): string {
  const command = textIn(call.args, "command");
  if (command !== undefined) return fenced(command, "sh");
  const source = programSource(call);
  return source === undefined ? fenced(JSON.stringify(call.args, null, 2), "json") : fenced(source, "js");
}

function resultText(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result, null, 2);
}

function decisionText({ decision }: NonNullable<ThreadCall["approval"]>): string {
  if (decision === undefined) return "*Asked, and not answered.*";
  const edited = fieldIn(decision, "arguments");
  if (decision.approve)
    return isFields(edited) ? `*Allowed with:*\n\n${fenced(JSON.stringify(edited, null, 2), "json")}` : "*Allowed.*";
  return decision.reason === undefined ? "*Refused.*" : `*Refused:* ${spelledOnOneLine(decision.reason)}`;
}
