import type { McpPrompt, McpResource } from "../../src/server.ts";
import { IMAGE } from "./answering-tools.ts";
import { form } from "./asking-tools.ts";

/** The prompts of the suite. */
export const prompts: readonly McpPrompt[] = [
  { name: "test_simple_prompt", description: "One sentence.", get: () => "This is a simple prompt for testing." },
  {
    name: "test_prompt_with_arguments",
    description: "A sentence with two words of yours.",
    arguments: [
      {
        name: "arg1",
        description: "The first.",
        required: true,
        complete: (typed) => CITIES.filter((city) => city.startsWith(typed)),
      },
      { name: "arg2", description: "The second.", required: true },
    ],
    get: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A resource, and what to do with it.",
    arguments: [{ name: "resourceUri", description: "Which.", required: true }],
    get: ({ resourceUri = "" }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
      },
      { role: "user", content: { type: "text", text: "Please process the embedded resource above." } },
    ],
  },
  {
    name: "test_prompt_with_image",
    description: "An image, and what to do with it.",
    get: () => [
      { role: "user", content: { type: "image", data: IMAGE, mimeType: "image/png" } },
      { role: "user", content: { type: "text", text: "Please analyze the image above." } },
    ],
  },
  {
    name: "test_input_required_result_prompt",
    description: "A prompt that asks first.",
    get: async (_, caller) => {
      const question = form("What context should the prompt use?", { context: { type: "string" } });
      const { content } = await caller.elicit("user_context", question);
      return `With the context ${content?.context}.`;
    },
  },
];

const CITIES = ["paris", "park", "party"];

/** The resources of the suite. */
export const resources: readonly McpResource[] = [
  {
    uri: "test://static-text",
    name: "static-text",
    description: "A text that stays.",
    mimeType: "text/plain",
    read: () => "This is the content of the static text resource.",
  },
  {
    uri: "test://static-binary",
    name: "static-binary",
    description: "An image that stays.",
    mimeType: "image/png",
    read: () => Buffer.from(IMAGE, "base64"),
  },
  {
    uri: "test://watched-resource",
    name: "watched-resource",
    description: "A text that can be watched.",
    mimeType: "text/plain",
    read: () => "Watched.",
  },
  {
    uri: "test://template/{id}/data",
    name: "template",
    description: "Data by id.",
    mimeType: "application/json",
    read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
];
