// From the document, "Definition Proxy".
import type { DefinitionProxy } from "@toolwright/core/prompt";

export function wishes(toolRef: DefinitionProxy): void {
toolRef.value      // '<myTool>' - XML tag
toolRef.toString() // '<myTool>' - for string coercion
toolRef.remind()   // Mark for reminder
toolRef.disable()  // Remove from next step
}
