import { serverLines } from "../../view/server-lines.ts";
import { toolLines } from "../../view/tool-lines.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/tools`: what the model may call. */
export const TOOLS: ChatCommand = {
  name: "tools",
  about: "lists what the model may call",
  anytime: true,
  run: (_rest, { screen, options }) => toolLines(options.foundation.agent.tools.tools(), screen),
};

/** `/mcp`: the servers and their tools. */
export const MCP: ChatCommand = {
  name: "mcp",
  about: "lists the MCP servers, and what they offer",
  anytime: true,
  run: (_rest, { screen, options }) => serverLines(options.foundation.mcp, screen),
};
