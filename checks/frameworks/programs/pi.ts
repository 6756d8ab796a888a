import { CodemodeSandbox } from "@earendil-works/pi-codemode";
import type { ProgramSubject } from "./program-subject.ts";

/** pi's code mode: it asks nobody and keeps nothing; its `start` lets a host do both. */
export const pi: ProgramSubject = {
  name: "pi-codemode",
  version: "1.6.0",
  call: (name, args) => `tools.${name}(${args})`,
  async begin(code, tools) {
    const sandbox = new CodemodeSandbox({ tools: [...tools] });
    const result = await sandbox.execute(code);
    await sandbox.close();
    return { ...(result.ok ? { value: result.value } : { thrown: result.error.message }), questions: 0, state: "" };
  },
};
