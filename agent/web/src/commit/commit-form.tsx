import { type CommitPlan, MAX_COMMIT_MESSAGE, spelledOnOneLine } from "@toolwright/view/internal";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { commitTexts } from "../words/commit.ts";

/** What goes into the commit, and its message: written by the model, and changed by the person. */
export function CommitForm({ plan }: { readonly plan: CommitPlan }) {
  const { commits, thread } = useServices();
  const { message, isWriting, notWritten, isBusy, problem } = useStore(commits, (state) => state);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void commits.commit();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key !== "Escape") return;
    // The pane would close as well.
    event.stopPropagation();
    commits.cancel();
  };
  return (
    <form className="commit-form" aria-label={commitTexts.commit} onSubmit={submit} onKeyDown={onKey}>
      <FileNames words={commitTexts.filesCommitted(plan.files.length)} paths={plan.files} />
      <FileNames words={commitTexts.filesLeft} paths={plan.left} />
      <label htmlFor={`${id}-message`}>{commitTexts.message}</label>
      <textarea
        id={`${id}-message`}
        aria-describedby={`${id}-state`}
        ref={field}
        rows={4}
        maxLength={MAX_COMMIT_MESSAGE}
        value={message}
        onChange={(event) => commits.write(event.target.value)}
      />
      <output id={`${id}-state`} className="quiet-text">
        {isWriting ? commitTexts.writing : null}
        {notWritten === undefined ? null : commitTexts.notWritten(notWritten)}
      </output>
      <p className="quiet-text">{commitTexts.asksFirst}</p>
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <div className="commit-buttons">
        <button type="submit" className="primary" disabled={isBusy || isRunning || message.trim() === ""}>
          {commitTexts.commit}
        </button>
        <button type="button" className="quiet" onClick={() => commits.cancel()}>
          {commitTexts.cancel}
        </button>
      </div>
    </form>
  );
}

/** Names that are shown; the others are counted. */
const SHOWN = 50;

function FileNames({ words, paths }: { readonly words: string; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  const more = paths.length - SHOWN;
  return (
    <>
      <p>{words}</p>
      <ul>
        {paths.slice(0, SHOWN).map((path) => (
          <li key={path}>
            <code dir="auto">{spelledOnOneLine(path)}</code>
          </li>
        ))}
        {more > 0 ? <li>{commitTexts.more(more)}</li> : null}
      </ul>
    </>
  );
}
