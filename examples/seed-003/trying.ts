import { defineTool, type Tool } from "@toolwright/core";
import { expect } from "vitest";
import { z } from "zod";

export const logger = { debug() {}, info() {}, warn() {}, error() {} };
export const none = z.object({});

export function returning(value: unknown, more: object = {}): Tool {
  return defineTool({ name: "tool", description: "A tool.", input: none, execute: () => value as string, ...more });
}

export const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
