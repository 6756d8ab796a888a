import type { Toolkit } from "@assistant-ui/react";

/** The cards of the standard tools, by tool name, in assistant-ui's toolkit form. */
export const toolkit: Toolkit = {};
