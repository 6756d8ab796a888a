import type { LlmToolDefinition } from "../model/model-port.ts";

/** What a model is told of a class tool. Its `parameters` are a plain JSON Schema and go out as they are. */
export type FunctionDefinition = LlmToolDefinition;
