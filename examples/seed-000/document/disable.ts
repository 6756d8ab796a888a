// @ts-nocheck: the code of a document is not held to our strictness
// From the document, "Disable Behavior", without its `[]`: with it the effect would run before the first step only.
import type { DefinitionProxy, StatefulPrompt } from "@toolwright/core/prompt";

export function disableLater(toolRef: DefinitionProxy, { defEffect }: StatefulPrompt): void {
defEffect((ctx, stepModifier) => {
  if (ctx.stepNumber > 5) {
    toolRef.disable();
  }
});
}
