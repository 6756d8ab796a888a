import { anObject, aText, checkOptions, listOf } from "@toolwright/core/internal";
import type { McpServerOptions } from "./mcp-server.port.ts";

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt token would be none. */
export function checkMcpServerOptions(options: McpServerOptions): void {
  checkOptions<McpServerOptions>(options, {
    of: "createMcpServer",
    rules: {
      name: aText,
      version: aText,
      instructions: aText,
      runner: anObject,
      token: {
        form: "a text of at least 16 characters",
        fits: (value) => typeof value === "string" && value.length >= 16,
      },
      allowedHosts: listOf('an array of names, such as ["tools.example.org"]', aText),
    },
    otherNames: {
      auth: "token",
      hosts: "allowedHosts",
      policy: "runner: { policy }",
      approver: "runner: { approver }",
    },
  });
}
