import { fileURLToPath } from "node:url";
import type { Subject } from "../../../checks/frameworks/subjects/subject.ts";
import { contract } from "./contract.ts";

const folder = new URL("../../../checks/frameworks/subjects/", import.meta.url);

for (const name of ["openai-agents", "langchain", "mastra", "tanstack"]) {
  // By a path that is not known beforehand: types of what is not installed with the rest would be missing.
  const path = fileURLToPath(new URL(`${name}.ts`, folder));
  const { subject }: { readonly subject: Subject } = await import(path);
  contract(subject);
}
