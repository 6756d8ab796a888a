import { AuiConfig, Tools } from "@assistant-ui/react";
import { toolkit } from "../cards/toolkit.ts";

/** The cards of the tools, for every runtime of the page. */
export const toolConfig = AuiConfig({ tools: Tools({ toolkit }) });
