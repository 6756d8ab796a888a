import type { Subject } from "./subject.ts";

/** Every framework that is installed, in turn; `--only=mastra` takes one. Who cannot be loaded is named. */
export async function subjects(): Promise<Subject[]> {
  const only = process.argv.find((word) => word.startsWith("--only="))?.slice("--only=".length);
  const found: Subject[] = [];
  for (const name of only === undefined ? NAMES : only.split(",")) {
    try {
      const { subject }: { readonly subject: Subject } = await import(`./${name}.ts`);
      found.push(subject);
    } catch (error) {
      console.error(`${name} cannot be loaded: ${String(error)}`);
    }
  }
  return found;
}

const NAMES = ["ai-sdk", "openai-agents", "langchain", "mastra", "tanstack"];
