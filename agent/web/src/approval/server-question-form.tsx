import {
  type QuestionField,
  readAnswer,
  type ServerQuestion,
  spelledOnOneLine,
  spelledOut,
} from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { SafeLink } from "../cards/safe-link.tsx";
import { approvalTexts } from "../words/approval.ts";
import type { ApprovalAnswer } from "./approvals.ts";
import { QuestionInput } from "./question-input.tsx";
import { useDraft } from "./use-draft.ts";

interface ServerQuestionFormProps {
  readonly approvalId: string;
  readonly question: ServerQuestion;
  /** The arguments of the call that is the question: what is filled in is added to them. */
  readonly asked: unknown;
  readonly send: (answer: ApprovalAnswer) => void;
}

/** What an MCP server wants to know: a field for each thing, and an address that nobody but the user opens. */
export function ServerQuestionForm({ approvalId, question, asked, send }: ServerQuestionFormProps) {
  const { message, problem, url, fields } = question;
  const [typed, setTyped] = useDraft(approvalId, "typed", () => new Map(fields.map(initially)));
  const read = fields.map((field) => ({ field, answer: readAnswer(field, typed.get(field.name) ?? "") }));
  const wrong = read.find(({ answer }) => !answer.ok);
  const answers = Object.fromEntries(
    read.flatMap(({ field, answer }) => (answer.ok && answer.value !== undefined ? [[field.name, answer.value]] : [])),
  );
  return (
    <>
      <p className="tw-ask-reason" dir="auto">
        {spelledOut(message.slice(0, 4_096))}
      </p>
      {url === undefined ? null : (
        <p className="tw-ask-reason">
          {questionTexts.serverSendsTo} <SafeLink address={url} text={spelledOnOneLine(url)} />
        </p>
      )}
      {problem === undefined ? null : <p className="tw-error">{spelledOnOneLine(problem.slice(0, 500))}</p>}
      {fields.map((field) => (
        <QuestionInput
          key={field.name}
          field={field}
          value={typed.get(field.name) ?? ""}
          onChange={(value) => setTyped(new Map(typed).set(field.name, value))}
        />
      ))}
      {wrong === undefined || wrong.answer.ok ? null : (
        <p className="tw-note">
          {spelledOnOneLine(wrong.field.label)}: {wrong.answer.problem}
        </p>
      )}
      <div className="tw-ask-buttons">
        <button
          type="button"
          className="tw-allow"
          disabled={wrong !== undefined}
          onClick={() => send({ approve: true, arguments: { ...Object(asked), answers } })}
        >
          {url === undefined ? approvalTexts.sendAnswer : approvalTexts.hasOpened}
        </button>
        <button type="button" onClick={() => send({ approve: false, reason: "The user does not answer this." })}>
          {approvalTexts.doNotAnswer}
        </button>
        <button type="button" className="tw-refuse" onClick={() => send({ approve: false })}>
          {approvalTexts.refuseAndStop}
        </button>
      </div>
    </>
  );
}

/** What stands in a field before anybody types. */
function initially({ name, initial }: QuestionField): [string, string] {
  if (initial === undefined) return [name, ""];
  if (typeof initial === "boolean") return [name, initial ? "yes" : "no"];
  return [name, Array.isArray(initial) ? initial.join("\n") : String(initial)];
}
