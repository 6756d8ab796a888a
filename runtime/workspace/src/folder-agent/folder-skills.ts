import { createScrubber, type Tool } from "@toolwright/core";
import { cutToBytes } from "@toolwright/core/internal";
import { findSkills } from "../skills/find-skills.ts";
import { skillLine, skillTools } from "../skills/skill-tools.ts";
import { guardOf, type ProjectFacts } from "./project-instructions.ts";

/** Of the list in a model's instructions, in bytes: every request brings it. */
const MAX_LIST = 8 * 1024;

/** What an agent has of the skills of its folder and its user. */
export interface FolderSkills {
  /** None where there are no skills. */
  readonly tools: readonly Tool[];
  /** What its model is told of them: names and descriptions, as their authors wrote them. */
  readonly instruction: string | undefined;
}

/** Looks for skills. What a skill says is read when a model asks for it; rules and questions stay as they are. */
export async function folderSkills({ workspace, policy, secrets }: ProjectFacts): Promise<FolderSkills> {
  const guard = guardOf(policy) ?? { mayRead: () => true };
  const skills = await findSkills({ workspace, guard });
  if (skills.length === 0) return { tools: [], instruction: undefined };
  const list = createScrubber(secrets).text(skills.map(skillLine).join("\n"));
  const cut = cutToBytes(list, MAX_LIST);
  const rest = cut.length === list.length ? "" : "\n[There are more: list_skills names them.]";
  const instruction = `Skills say how certain things are done here; read one with read_skill before you do what it is about:\n\n${cut}${rest}`;
  return { tools: skillTools(), instruction };
}
