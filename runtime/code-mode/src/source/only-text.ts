import type { Program } from "acorn";

/** Whether a program is a text and nothing else, as one in quotes or in fences is: it would do nothing. */
export function isOnlyText({ body: [statement, ...others] }: Program): boolean {
  if (others.length > 0 || statement?.type !== "ExpressionStatement") return false;
  let { expression } = statement;
  // Fences are empty templates, each the tag of the next.
  while (expression.type === "TaggedTemplateExpression") expression = expression.tag;
  return (
    expression.type === "TemplateLiteral" || (expression.type === "Literal" && typeof expression.value === "string")
  );
}
