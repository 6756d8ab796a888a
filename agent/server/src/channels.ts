/** The conversations that people see; those of other endpoints are kept apart. */
export const WEB = "web";
export const OPEN_AI = "openai";
/** Conversations that responses go on in, and what is kept of each response beside them. */
export const RESPONSES = "responses";
export const RESPONSE = "response";
/** Calls that apps of MCP servers make, apart from the threads in which they are shown. */
export const APPS = "apps";
