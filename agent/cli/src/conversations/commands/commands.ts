import { CLEAR, RESUME } from "./another.ts";
import type { ChatCommand } from "./chat-command.ts";
import { COMPACT } from "./compact.ts";
import { COST } from "./cost.ts";
import { EFFORT } from "./effort.ts";
import { EXPORT } from "./export.ts";
import { help } from "./help.ts";
import { MCP, TOOLS } from "./looks.ts";
import { MODE } from "./mode.ts";
import { MODEL } from "./model.ts";
import { REDO, UNDO } from "./reverse.ts";
import { RULES } from "./rules.ts";

/** Leaving is not a command's to do; it stands here to be listed. */
const QUIT: ChatCommand = { name: "quit", about: "leaves, as Ctrl-D and /exit do", run: () => [] };

const LISTED: readonly ChatCommand[] = [
  MODEL,
  EFFORT,
  MODE,
  TOOLS,
  COST,
  COMPACT,
  CLEAR,
  RESUME,
  UNDO,
  REDO,
  RULES,
  MCP,
  EXPORT,
  QUIT,
];

/** Every command of the chat, as they are listed. */
export const COMMANDS: readonly ChatCommand[] = [...LISTED, help(LISTED)];
