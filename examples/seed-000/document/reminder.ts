// @ts-nocheck: the code of a document is not held to our strictness
// From the document, "Reminder Behavior".
import type { DefinitionProxy, StatefulPrompt } from "@toolwright/core/prompt";

export function remindOf(toolRef: DefinitionProxy, dependency: unknown, prompt: StatefulPrompt): void {
const { defEffect } = prompt;
defEffect(() => {
  toolRef.remind();
}, [dependency]);

defEffect(() => {
  const reminded = prompt.getRemindedItems();
  // [{ type: 'defTool', name: 'myTool' }]
}, []);
}
