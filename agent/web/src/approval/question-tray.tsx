import { useAuiState } from "@assistant-ui/react";
import {
  countsOf,
  reachOrder,
  reachRing,
  reachWords,
  spelledOnOneLine,
  spelledOut,
  staysInFolder,
} from "@toolwright/view/internal";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { PreviewedFiles } from "../cards/diff/previewed-files.tsx";
import { approvalTexts } from "../words/approval.ts";
import type { Approvals, ShownQuestion } from "./approvals.ts";
import { type OpenQuestion, openQuestions } from "./open-questions.ts";
import { useAnswering } from "./use-answering.ts";

interface QuestionTrayProps {
  /** The question that it stands in: the first one that waits has it. */
  readonly approvalId: string;
  readonly approvals: Approvals;
}

const NO_PARTS: readonly unknown[] = [];

/** All questions of the message that wait, to be allowed together; nothing where there is only one. */
export function QuestionTray({ approvalId, approvals }: QuestionTrayProps) {
  const parts = useAuiState((state) => state.optional.message?.parts ?? NO_PARTS);
  const open = useMemo(() => openQuestions(parts, approvals), [parts, approvals]);
  if (open.length < 2 || open[0]?.approvalId !== approvalId || !open.some(({ isUndoable }) => isUndoable)) return null;
  return <Tray open={open} approvals={approvals} />;
}

interface TrayProps {
  readonly open: readonly OpenQuestion[];
  readonly approvals: Approvals;
}

/** A line with a tick for each question, by how far its call gets. A call that cannot be undone has no tick. */
function Tray({ open, approvals }: TrayProps) {
  const titleId = useId();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const ticked = open.filter(({ approvalId, isUndoable }) => isUndoable && !left.has(approvalId));
  const unticked = open.filter(({ approvalId }) => left.has(approvalId));
  const { send, isSending, problem } = useAnswering(
    async ({ reason }) => {
      const problem = await allowAll(approvals, ticked);
      // A reason is for the calls without a tick: with it they are refused, and without it they go on waiting.
      return problem ?? (reason === undefined ? undefined : refuseEach(approvals, unticked, reason));
    },
    () => {},
  );
  const allow = () => void send({ approve: true });
  const toggle = (approvalId: string) => {
    const kept = [...left].filter((one) => one !== approvalId);
    setLeft(new Set(left.has(approvalId) ? kept : [...kept, approvalId]));
  };
  return (
    <section
      className="tw-tray"
      aria-labelledby={titleId}
      onKeyDown={(event) => moveBy(event, ticked.length > 0 ? allow : undefined)}
    >
      <p id={titleId}>{approvalTexts.callsWait(open.length)}</p>
      {groupsOf(open).map(([words, questions]) => (
        <div key={words}>
          <p className="tw-note">
            <span aria-hidden="true">{ringOf(questions)}</span> {words}
          </p>
          <ul>
            {questions.map((question) => (
              <Line key={question.approvalId} {...{ question, left, toggle }} />
            ))}
          </ul>
        </div>
      ))}
      <div className="tw-ask-buttons">
        <button type="button" disabled={ticked.length === 0 || isSending} onClick={allow}>
          {approvalTexts.allowTicked(ticked.length, ticked.every(staysHere))}
        </button>
        {unticked.length === 0 ? null : (
          <button
            type="button"
            disabled={ticked.length === 0 || isSending}
            onClick={() => void send({ approve: true, reason: approvalTexts.notThis })}
          >
            {approvalTexts.allowAndRefuse(ticked.length, unticked.length)}
          </button>
        )}
      </div>
      {problem === undefined ? null : (
        <p className="tw-error" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

interface LineProps {
  readonly question: OpenQuestion;
  readonly left: ReadonlySet<string>;
  readonly toggle: (approvalId: string) => void;
}

function Line({ question, left, toggle }: LineProps) {
  const { approvalId, toolName, line, reason, shows, isUndoable } = question;
  const counts = countsOf(shows);
  const name = (
    <>
      <b>{spelledOnOneLine(toolName)}</b> <code dir="auto">{line}</code>
      {counts === "" ? null : <span className="tw-card-fact"> {counts}</span>}
    </>
  );
  return (
    <li>
      {isUndoable ? (
        <label>
          <input type="checkbox" checked={!left.has(approvalId)} onChange={() => toggle(approvalId)} />
          <span>{name}</span>
        </label>
      ) : (
        <span>
          {name} {approvalTexts.answeredBelow}
        </span>
      )}
      {reason === undefined ? null : <p dir="auto">{spelledOut(reason.slice(0, 1_000))}</p>}
      {shows.files === undefined ? null : <PreviewedFiles shows={shows} named={line} />}
      {shows.host === undefined ? null : <p>{approvalTexts.talksTo(spelledOnOneLine(shows.host))}</p>}
    </li>
  );
}

/** One answer to several questions, each as it is shown. */
async function allowAll({ decide }: Approvals, questions: readonly OpenQuestion[]): Promise<string | undefined> {
  const [first, ...also] = questions.map(shownQuestion);
  if (first === undefined) return undefined;
  const { approvalId, ...shown } = first;
  return decide(approvalId, { approve: true, ...shown, also });
}

async function refuseEach({ decide }: Approvals, questions: readonly OpenQuestion[], reason: string) {
  for (const { approvalId, ...shown } of questions.map(shownQuestion)) {
    const problem = await decide(approvalId, { approve: false, reason, ...shown });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function shownQuestion({ approvalId, preview }: OpenQuestion): ShownQuestion {
  return preview === undefined ? { approvalId } : { approvalId, preview };
}

/** Of questions that are grouped by how far they reach. What is not known may be everything. */
function ringOf([first]: readonly OpenQuestion[]): string {
  return first?.reach === undefined ? "●" : reachRing(first.reach);
}

function staysHere({ reach }: OpenQuestion): boolean {
  return reach !== undefined && staysInFolder(reach);
}

/** By how far they get, the farthest last. */
function groupsOf(open: readonly OpenQuestion[]): readonly (readonly [string, readonly OpenQuestion[]])[] {
  const orderOf = ({ reach, isUndoable }: OpenQuestion) =>
    (isUndoable ? 0 : 100) + (reach === undefined ? 50 : reachOrder(reach));
  const groups = new Map<string, OpenQuestion[]>();
  for (const question of open.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const words = question.reach === undefined ? approvalTexts.unknownReach : reachWords(question.reach);
    groups.set(words, [...(groups.get(words) ?? []), question]);
  }
  return [...groups];
}

/** The keys of lists: j and k go down and up, x ticks, Enter allows what is ticked. */
function moveBy(event: KeyboardEvent<HTMLElement>, allow: (() => void) | undefined): void {
  const { key, target, currentTarget, ctrlKey, altKey, metaKey, repeat } = event;
  if (ctrlKey || altKey || metaKey || !(target instanceof HTMLInputElement)) return;
  const ticks = [...currentTarget.querySelectorAll("input")];
  const place = ticks.indexOf(target);
  if (key === "j") ticks[place + 1]?.focus();
  else if (key === "k") ticks[place - 1]?.focus();
  else if (key === "x") target.click();
  else if (key === "Enter" && !repeat) allow?.();
  else return;
  event.preventDefault();
}
