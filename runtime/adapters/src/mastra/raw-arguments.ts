import { isFields } from "@toolwright/core/internal";
import { held } from "../shared/held-text.ts";
import { withMethods } from "../shared/with-methods.ts";

/** A model of AI SDK, which is what an agent of Mastra takes. */
export interface MastraModel {
  doGenerate(...given: never[]): PromiseLike<object>;
  doStream(...given: never[]): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/**
 * The model of an agent, whose calls of these tools reach the runner's reader also where their arguments are no JSON
 * object. Without it Mastra mends some of them in its own way, and refuses the others. Calls of other tools stay as
 * they are.
 */
export function rawArguments<M extends MastraModel>(model: M, tools: object): M {
  const names = new Set(Object.keys(tools));
  return withMethods(model, {
    async doGenerate(...given: never[]) {
      const answer = await model.doGenerate(...given);
      const content: unknown = Reflect.get(answer, "content");
      return Array.isArray(content) ? { ...answer, content: content.map((part) => mended(part, names)) } : answer;
    },
    async doStream(...given: never[]) {
      const answer = await model.doStream(...given);
      const transform = (part: unknown, controller: TransformStreamDefaultController<unknown>) =>
        controller.enqueue(mended(part, names));
      return { ...answer, stream: answer.stream.pipeThrough(new TransformStream({ transform })) };
    },
  });
}

function mended(part: unknown, names: ReadonlySet<unknown>): unknown {
  if (!isFields(part) || part.type !== "tool-call" || !names.has(part.toolName)) return part;
  return typeof part.input === "string" ? { ...part, input: held(part.input) } : part;
}
