import { isAborted, untilAborted } from "../async/abort.ts";
import type { Json } from "../json/json.ts";
import type { Message } from "../model/messages.ts";
import type { ModelPort } from "../model/model-port.ts";
import type { CompiledSchema } from "../schema/check/compiled-schema.ts";
import { compileAnswerSchema } from "../schema/compile/compile-answer-schema.ts";
import { answerCandidates } from "../schema/decode/answer-json.ts";
import type { Schema } from "../tool/tool.ts";
import { read } from "./history.ts";
import type { RunEnd } from "./step-end.ts";
import type { StepRequest } from "./step-request.ts";

/** What follows from an answer that was judged. */
type AfterAnswer = RunEnd | { readonly goesOn: true; readonly notes: readonly Message[] };

/** By these words a run that is taken up knows that it has asked once more. */
const AGAIN = "[Your last answer does not fit the form that was asked for: ";
/** Characters of what is said to be wrong. */
const MAX_PROBLEM = 1_000;

/** The final answer of a run as data: how it is asked for, judged, and asked for once more. */
export class FinalAnswer {
  readonly #schema: CompiledSchema;
  readonly #model: ModelPort;
  #isAskedAgain = false;
  /** What the schema made of the answer; undefined until one fits. */
  value: { readonly of: unknown } | undefined;

  /** Throws a `TypeError` for a schema that no model could be told of. */
  constructor(schema: Schema<unknown>, model: ModelPort) {
    this.#schema = compileAnswerSchema(schema);
    this.#model = model;
  }

  /** Takes over what a run that is taken up has been told. */
  remember(notes: readonly Message[]): void {
    const isAgain = ({ content }: Message) => typeof content === "string" && content.startsWith(AGAIN);
    if (notes.some(isAgain)) this.#isAskedAgain = true;
  }

  /**
   * Whether tools stay away from this step: some servers that are held to a schema call none, and the answer is all
   * that is left.
   */
  get isAloneNow(): boolean {
    return this.#isAskedAgain && this.#model.structuredOutput === "without-tools" && this.#isObject;
  }

  /** The request with the form: as the response format where the model takes one; else in words. */
  askedIn(request: StepRequest): StepRequest {
    const { structuredOutput } = this.#model;
    const schema = this.#schema.jsonSchema;
    const hasTools = request.definitions.length > 0;
    const isSent = structuredOutput === "always" || (structuredOutput === "without-tools" && !hasTools);
    if (!isSent || !this.#isObject)
      return { ...request, messages: withSystem(read(request.messages), wordsFor(schema)) };
    return {
      ...request,
      options: { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } },
    };
  }

  /** Providers take no other type at the root. */
  get #isObject(): boolean {
    return this.#schema.jsonSchema.type === "object";
  }

  /** What follows from a final text: the run ends with its value, the model is asked once more, or the run fails. */
  async endOf(end: RunEnd, text: string, signal: AbortSignal | undefined): Promise<AfterAnswer> {
    // An answer to what was said meanwhile takes the place of the one before it.
    this.value = undefined;
    // The words of a tool that ended the run count where they fit.
    const problem =
      end.stopReason === "stop" || end.stopReason === "done" ? await this.#problemOf(text, signal) : undefined;
    if (end.stopReason !== "stop") return end;
    if (isAborted(signal) && this.value === undefined) return { goesOn: false, stopReason: "aborted" };
    if (problem === undefined) return end;
    if (this.#isAskedAgain) {
      const message = `The final answer does not fit the output schema, at the second time too: ${problem}`;
      return { goesOn: false, stopReason: "error", error: { code: "invalid_output", message } };
    }
    this.#isAskedAgain = true;
    const form = JSON.stringify(this.#schema.jsonSchema);
    const content = `${AGAIN}${problem} Answer once more, with nothing but JSON that fits this JSON Schema: ${form}]`;
    return { goesOn: true, notes: [{ role: "user", content }] };
  }

  async #problemOf(text: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const isText = this.#schema.jsonSchema.type === "string";
    const candidates: readonly Json[] = isText ? [text, ...answerCandidates(text)] : answerCandidates(text);
    let problem = "it is no JSON.";
    for (const [place, candidate] of candidates.entries()) {
      const checked = await untilAborted(this.#schema.check(candidate), signal);
      if (checked === undefined) return undefined;
      if (checked.ok) {
        this.value = { of: checked.value };
        return undefined;
      }
      const issues = checked.issues.map(({ path, message }) => `${path || "the answer"}: ${message}`).join("; ");
      if (place === 0) problem = `${issues.slice(0, MAX_PROBLEM).toWellFormed().replace(/\.$/, "")}.`;
    }
    return problem;
  }
}

function wordsFor(jsonSchema: object): string {
  return `Your final answer must be JSON that fits this JSON Schema, with nothing before or after it: ${JSON.stringify(jsonSchema)}`;
}

/** Many providers take one system message, at the beginning. */
function withSystem(messages: readonly Message[], words: string): readonly Message[] {
  const [first, ...rest] = messages;
  return first?.role === "system" && typeof first.content === "string"
    ? [{ ...first, content: `${first.content}\n\n${words}` }, ...rest]
    : [{ role: "system", content: words }, ...messages];
}
