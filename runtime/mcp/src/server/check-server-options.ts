import { type ToolRegistry, ToolRunner } from "@toolwright/core";
import {
  aBoolean,
  aFunction,
  anObject,
  aText,
  checkArgument,
  checkOptions,
  listOf,
  nested,
  type OptionRule,
  withFunctions,
} from "@toolwright/core/internal";
import type { McpServerOptions, McpTaskOptions } from "./mcp-server.port.ts";
import type { McpPrompt, McpPromptArgument } from "./offers/prompt.port.ts";
import type { McpResource } from "./offers/resource.port.ts";

const MAX_TTL_MS = 30 * 24 * 60 * 60 * 1_000;

/** Throws a `TypeError` for an option that does not exist or cannot be: a misspelt token would be none. */
export function checkMcpServerOptions(registry: ToolRegistry, options: McpServerOptions): void {
  checkArgument(registry, {
    of: "The first argument of createMcpServer",
    rule: withFunctions("a ToolRegistry: new ToolRegistry([tool])", "get", "tools"),
  });
  checkOptions<McpServerOptions>(options, {
    of: "createMcpServer",
    rules: {
      name: aText,
      version: aText,
      instructions: aText,
      runner: runnerOf(registry),
      token: {
        form: "a text of at least 16 characters",
        fits: (value) => typeof value === "string" && value.length >= 16,
      },
      authenticate: aFunction,
      allowedHosts: listOf('an array of names, such as ["tools.example.org"]', aText),
      store: { form: "a store of conversations, such as openStore({ file })", fits: isStore },
      tasks: TASKS,
      prompts: PROMPTS,
      resources: RESOURCES,
    },
    otherNames: {
      policy: "runner: { policy }",
      approver: "runner: { approver }",
      tools: "the first argument, a registry: new ToolRegistry(tools)",
    },
  });
  if (options.token !== undefined && options.authenticate !== undefined)
    throw new TypeError("createMcpServer: give token or authenticate; one of them says who may ask.");
}

/** What the server itself gives every call. */
const OWN = ["registry", "activity", "conversation", "cacheTools", "onAsyncResult"];

/** A runner is made once to see that it can be: else every call would say what is wrong. */
function runnerOf(registry: ToolRegistry): OptionRule {
  return {
    ...anObject,
    look(value, of) {
      const own = OWN.find((name) => Reflect.get(Object(value), name) !== undefined);
      if (own !== undefined) throw new TypeError(`${of}: the server itself gives every call its ${own}.`);
      new ToolRunner({ ...Object(value), registry });
    },
  };
}

const TASKS = nested<McpTaskOptions>({
  ttlMs: {
    form: "a whole number of milliseconds from 1 to 30 days",
    fits: (value) => typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_TTL_MS,
  },
  required: listOf('an array of names of tools, such as ["build"]', aText),
});

const PROMPTS = listOf(
  "an array of prompts: { name, get(args, caller) }",
  nested<McpPrompt>(
    {
      name: aText,
      title: aText,
      description: aText,
      get: aFunction,
      arguments: listOf(
        "an array of arguments: { name, description, required }",
        nested<McpPromptArgument>(
          { name: aText, description: aText, required: aBoolean, complete: aFunction },
          { needed: ["name"] },
        ),
      ),
    },
    { needed: ["name", "get"] },
  ),
);

const RESOURCES = listOf(
  "an array of resources: { uri, name, read(variables) }",
  nested<McpResource>(
    { uri: aText, name: aText, title: aText, description: aText, mimeType: aText, read: aFunction },
    { needed: ["uri", "name", "read"] },
  ),
);

function isStore(value: unknown): boolean {
  const { threads, leases, approvals, outputs } = Object(value);
  return [threads?.settings, leases?.acquire, approvals?.claim, outputs?.save].every(aFunction.fits);
}
