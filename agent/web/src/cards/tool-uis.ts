import { type AssistantToolUI, makeAssistantToolUI } from "@assistant-ui/react";
import { cardsByTool } from "./cards-by-tool.ts";

/** A component for each standard tool that registers its card where it is rendered, made with `makeAssistantToolUI`. */
export function makeToolUis(): readonly AssistantToolUI[] {
  return Object.entries(cardsByTool).map(([toolName, render]) => makeAssistantToolUI({ toolName, render }));
}
