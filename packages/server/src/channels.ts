/** The conversations that people see; those of other endpoints are kept apart. */
export const WEB = "web";
export const OPEN_AI = "openai";
