import type { InstructionFile } from "@toolwright/view/internal";
import { Suspense, useId, useState } from "react";
import { later } from "../../base/later.ts";
import { LongText } from "../../chat/long-text.tsx";
import { agentTexts } from "../../words/configuration.ts";
import { Either } from "./either.tsx";
import type { Configuration } from "./use-configuration.ts";

const MarkdownText = later(async () => (await import("../../chat/markdown-text.tsx")).MarkdownText);

interface InstructionsPanelProps extends Configuration {
  readonly instructions: InstructionFile;
}

/** Bytes of the file that a model is told. */
const TOLD = 32 * 1024;

/** The file that the model is told first, and how it reads. */
export function InstructionsPanel({ instructions, change, isBusy }: InstructionsPanelProps) {
  const { file, text: before, basis } = instructions;
  const [text, setText] = useState(before);
  const [view, setView] = useState<"text" | "preview">("text");
  const [isSaved, setSaved] = useState(false);
  const id = useId();
  const bytes = new TextEncoder().encode(text).length;
  const save = async () => {
    const answer = await change((api) => api.put("/api/configuration/instructions", { text, basis }));
    setSaved(answer !== undefined);
  };
  return (
    <div className="set-form">
      <p className="quiet-text">{agentTexts.instructions(file)}</p>
      <Either
        label={agentTexts.view}
        choices={[
          ["text", agentTexts.text],
          ["preview", agentTexts.preview],
        ]}
        chosen={view}
        onChoose={setView}
      />
      {view === "text" ? (
        <textarea
          className="instructions"
          id={id}
          aria-label={file}
          rows={14}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setSaved(false);
          }}
        />
      ) : (
        <section className="instructions preview" aria-label={agentTexts.previewOf(file)}>
          <Suspense fallback={<LongText text={text} />}>
            <MarkdownText text={text} isSettled />
          </Suspense>
        </section>
      )}
      {bytes > TOLD ? <p>{agentTexts.tooLong(Math.ceil(bytes / 1024))}</p> : null}
      <div className="dialog-buttons">
        <output>{isSaved ? agentTexts.saved : ""}</output>
        <button type="button" disabled={text === before} onClick={() => setText(before)}>
          {agentTexts.reset}
        </button>
        <button type="button" disabled={isBusy || text === before} onClick={() => void save()}>
          {agentTexts.saveFile(file)}
        </button>
      </div>
    </div>
  );
}
