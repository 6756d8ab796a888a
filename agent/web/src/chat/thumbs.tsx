import { useAuiState } from "@assistant-ui/react";
import type { RatingRequest } from "@toolwright/view/internal";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { type Services, useServices } from "../base/services.ts";
import { Icon } from "../icons/icon.tsx";
import { threadPath } from "../server/api.ts";
import { chatTexts } from "../words/chat.ts";
import { messageDetails } from "./message-details.ts";

/** Characters of a note: the server takes no more. */
const MAX_NOTE = 2_000;

const THUMBS = [
  { thumb: "up", name: "goodAnswer" },
  { thumb: "down", name: "badAnswer" },
] as const;

/** What a person thinks of an answer, and why. Pressed again, a thumb is taken back. */
export function Thumbs({ runId }: { readonly runId: string }) {
  const services = useServices();
  const given = useAuiState((s) => messageDetails(s.message.metadata.custom).thumb);
  const note = useAuiState((s) => messageDetails(s.message.metadata.custom).note);
  const [isAsking, setAsking] = useState(false);
  const chosen = THUMBS.find(({ thumb }) => thumb === given)?.thumb;
  const press = (thumb: "up" | "down") => {
    setAsking(thumb !== chosen);
    void rate(services, runId, { thumb: thumb === chosen ? null : thumb });
  };
  return (
    <>
      {THUMBS.map(({ thumb, name }) => (
        <button
          key={thumb}
          type="button"
          className="quiet"
          aria-label={chatTexts[name]}
          aria-pressed={thumb === chosen}
          title={thumb === chosen && note !== undefined ? `${chatTexts[name]}: ${note}` : chatTexts[name]}
          onClick={() => press(thumb)}
        >
          <Icon name={thumb} />
        </button>
      ))}
      {isAsking && chosen !== undefined ? (
        <NoteForm
          onEnd={(why) => {
            setAsking(false);
            if (why !== undefined) void rate(services, runId, { thumb: chosen, note: why });
          }}
        />
      ) : null}
    </>
  );
}

/** Keeps it, then shows it. */
async function rate({ api, thread }: Services, runId: string, rating: RatingRequest): Promise<void> {
  const { threadId = "" } = thread.state();
  const path = `${threadPath(threadId)}/messages/${encodeURIComponent(runId)}/rating`;
  const answer = await api.put<RatingRequest>(path, rating);
  if (thread.state().threadId !== threadId) return;
  if (answer.ok) thread.rated(runId, answer.value);
  else thread.tell(answer.error);
}

/** Asks why, beside the thumb; the focus stays where it is until somebody wants to say. */
function NoteForm({ onEnd }: { readonly onEnd: (note?: string) => void }) {
  const [note, setNote] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    onEnd(note.trim() === "" ? undefined : note.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // It would stop a run that goes on.
    event.stopPropagation();
    onEnd();
  };
  return (
    <form className="rating-note" onSubmit={save} onKeyDown={onKeyDown}>
      <input
        aria-label={chatTexts.reason}
        placeholder={chatTexts.reason}
        dir="auto"
        value={note}
        maxLength={MAX_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
      <button type="submit">{chatTexts.keepReason}</button>
    </form>
  );
}
