import { useAuiState } from "@assistant-ui/react";
import { hasRunText, type ProgramQuestion, questionPlaceText } from "@toolwright/view/internal";
import { useMemo } from "react";
import { LinesView } from "../cards/lines/lines-view.tsx";
import { questionOf } from "../cards/program/programs-in.ts";

const NO_PARTS: readonly unknown[] = [];

/** Where in a program of the model a question comes from; nothing for a call that is in none. */
export function AskedByProgram({ toolCallId }: { readonly toolCallId: string }) {
  const text = useAuiState((state) =>
    JSON.stringify(questionOf(state.optional.message?.parts ?? NO_PARTS, toolCallId) ?? null),
  );
  const question = useMemo((): ProgramQuestion | null => JSON.parse(text), [text]);
  if (question === null) return null;
  const lines = question.around.map(({ number, text }) => ({ kind: "context", text, numbers: [number] }) as const);
  return (
    <div className="tw-ask-program">
      <p className="tw-note">{questionPlaceText(question)}</p>
      {lines.length === 0 ? null : (
        <figure className="tw-code">
          <LinesView lines={lines} language="ts" line={question.line} />
        </figure>
      )}
      <p className="tw-note">{hasRunText(question)}</p>
    </div>
  );
}
