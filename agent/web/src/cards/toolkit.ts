import type { Toolkit } from "@assistant-ui/react";
import { cardsByTool } from "./cards-by-tool.ts";

/** The cards of the standard tools, by tool name, in assistant-ui's toolkit form. */
export const toolkit: Toolkit = Object.fromEntries(
  Object.entries(cardsByTool).map(([name, render]) => [name, { type: "backend", render }]),
);
