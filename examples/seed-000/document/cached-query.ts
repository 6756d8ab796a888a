// From the document, "Callback Short-Circuiting".
import { cache, expensiveQuery, schema } from "../query.ts";
import type { PromptFunction } from "@toolwright/core/prompt";

export const cachedQuery: PromptFunction = ({ defTool }) => {
defTool('cachedQuery', 'Query with cache', schema, 
  async (args) => expensiveQuery(args),
  {
    beforeCall: async (input) => {
      const cached = cache.get(input.query);
      if (cached) return cached; // Skip execution!
      return undefined; // Proceed to execution
    }
  }
);
};
