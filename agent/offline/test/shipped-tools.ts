import { ToolRegistry } from "@toolwright/core";
import { folderTools } from "@toolwright/workspace";

/** The tools that the command ships, as a model is told of them. */
export const shippedTools = new ToolRegistry(folderTools()).getDefinitions();
