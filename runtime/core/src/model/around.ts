import { present } from "../json/present.ts";
import type { ModelPort } from "./model-port.ts";

/** A model that calls another one in its own way, and is otherwise the same. */
export function around(model: ModelPort, completionStream: ModelPort["completionStream"]): ModelPort {
  const { name, contextWindow, structuredOutput, takes, price, hostsPrograms } = model;
  return { name, ...present({ contextWindow, structuredOutput, takes, price, hostsPrograms }), completionStream };
}
