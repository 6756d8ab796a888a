import { bindTool, defineContract } from "@toolwright/core";
import { z } from "zod";

/** What the model and the UI know of the tool. */
export const generateTitleContract = defineContract({
  name: "generate_title",
  description: "Make a short title for a message.",
  input: z.object({ message: z.string().min(1).describe("what the title is for") }),
  output: z.object({ title: z.string(), words: z.number() }),
  allowlist: ["title"],
  effects: "read",
});

const LONGEST = 6;

/** The first words of the message, the first letter in upper case. */
export const generateTitle = bindTool(generateTitleContract, ({ message }) => {
  const words = message.trim().split(/\s+/);
  const title = words.slice(0, LONGEST).join(" ");
  return { title: title.charAt(0).toUpperCase() + title.slice(1), words: words.length };
});
