import { createCodeMode } from "@toolwright/code-mode";
import { ActivityStream, MemoryJournal, runToolLoop, type ToolLoopConfig } from "@toolwright/core";
import { answer } from "./data.ts";
import { fiftyTools } from "./fifty-tools.ts";
import type { Question } from "./questions.ts";

/** How one question went. */
export interface Went {
  /** Programs that the model wrote. */
  readonly programs: number;
  /** Whether its first program could be parsed, and came to its end. */
  readonly firstParsed: boolean;
  readonly firstRan: boolean;
  /** Whether what was wanted came out, of the first program or of any. */
  readonly firstRight: boolean;
  readonly right: boolean;
  /** What each program came to, for a person who reads along. */
  readonly told: readonly string[];
}

/** Asks a model with fifty tools inside of programs. */
export async function askModel(
  asked: Pick<ToolLoopConfig, "model" | "llmOptions">,
  { question, wanted, changes }: Question,
): Promise<Went> {
  const made: string[] = [];
  const { tool } = createCodeMode(
    fiftyTools((name, input) => {
      if (name === "set_price") made.push(`${name} ${JSON.stringify(input)}`);
      return answer(name, input);
    }),
  );
  const activity = new ActivityStream(new MemoryJournal());
  const ended: { readonly failure: string | undefined; readonly text: string; readonly isRight: boolean }[] = [];
  const isRight = (text: string) => hasAll(text, wanted) && sameCalls(made, changes);
  activity.subscribe("tool_call_end", ({ data: { toolName, result } }) => {
    if (toolName !== tool.name) return;
    const text = result.error?.message ?? JSON.stringify(result.output);
    ended.push({
      failure: result.error?.reason ?? result.error?.code,
      text,
      isRight: result.error === undefined && isRight(text),
    });
  });
  const { content } = await runToolLoop({ ...asked, tools: [tool], activity, maxIterations: 5 }, [
    { role: "user", content: question },
  ]);
  const [first] = ended;
  return {
    programs: ended.length,
    firstParsed: first !== undefined && !["program_invalid", "invalid_arguments"].includes(first.failure ?? ""),
    firstRan: first !== undefined && first.failure === undefined,
    firstRight: first?.isRight === true,
    right: ended.at(-1)?.isRight === true || isRight(content),
    told: [...ended.map(({ text }) => text), content],
  };
}

/** Whether a text holds each of them as a word of its own. */
export function hasAll(text: string, wanted: Question["wanted"]): boolean {
  const plain = text.replaceAll(/(\d)[,_](?=\d{3})/g, "$1");
  return wanted.every((value) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}.-])${String(value).replaceAll(".", "\\.")}(\\.0+)?(?![\\p{L}\\p{N}]|\\.\\d)`,
      "u",
    ).test(plain),
  );
}

function sameCalls(made: readonly string[], wanted: readonly string[]): boolean {
  return JSON.stringify(made.toSorted()) === JSON.stringify(wanted.toSorted());
}
