import { toolDefinition } from "@tanstack/ai";
import { createCodeModeTool } from "@tanstack/ai-code-mode";
import { createQuickJSIsolateDriver } from "@tanstack/ai-isolate-quickjs";
import { z } from "zod";
import type { ProgramSubject } from "./program-subject.ts";

/** TanStack's code mode with its driver for QuickJS: it asks nobody and keeps nothing. */
export const tanstack: ProgramSubject = {
  name: "TanStack isolate-quickjs",
  version: "0.1.30",
  call: (name, args) => `external_${name}(${args})`,
  async begin(typescriptCode, tools) {
    const made = tools.map(({ name, execute }) =>
      toolDefinition({ name, description: name, inputSchema: z.looseObject({}) }).server((input) => execute(input)),
    );
    const driver = createQuickJSIsolateDriver();
    const ran = await createCodeModeTool({ driver, tools: made }).execute?.({ typescriptCode });
    const { success = false, result, error } = ran ?? {};
    return { ...(success ? { value: result } : { thrown: error?.message ?? "nothing" }), questions: 0, state: "" };
  },
};
