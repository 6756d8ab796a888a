import type { Message } from "@toolwright/core";
import { folderInstructions } from "./folder-instructions.ts";
import type { FolderSkills } from "./folder-skills.ts";
import { type ProjectFacts, type ProjectInstructions, projectInstructions } from "./project-instructions.ts";

/** What a model of a folder is told of. */
interface ToldOf {
  /** Undefined: the folder's own file is not read. */
  readonly facts: ProjectFacts | undefined;
  readonly skills: Pick<FolderSkills, "instruction"> | undefined;
}

/** What a model is told first: the folder's own file as it was read last, and the skills. */
export class ToldFirst {
  readonly #of: ToldOf;
  #project: ProjectInstructions = {};

  constructor(of: ToldOf) {
    this.#of = of;
  }

  /** Resolves to the paragraph of the folder's file; undefined where there is none. */
  async read(): Promise<string | undefined> {
    const { facts } = this.#of;
    this.#project = facts === undefined ? {} : await projectInstructions(facts);
    return this.#project.instruction;
  }

  get file(): string | undefined {
    return this.#project.file;
  }

  get instructions(): readonly Message[] {
    const paragraphs = [this.#project.instruction, this.#of.skills?.instruction];
    return folderInstructions(paragraphs.filter((text) => text !== undefined));
  }
}
