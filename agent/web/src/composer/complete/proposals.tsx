import { composerTexts } from "../../words/composer.ts";
import type { Proposal } from "./use-completion.ts";

interface ProposalsProps {
  readonly id: string;
  readonly proposals: readonly Proposal[];
  readonly marked: number;
  readonly onTake: (proposal: Proposal) => void;
}

/** What can be put in, above the field. */
export function Proposals({ id, proposals, marked, onTake }: ProposalsProps) {
  if (proposals.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={composerTexts.completions} className="proposals">
      {proposals.map((proposal, place) => (
        <div
          key={proposal.text}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === marked}
          className="palette-option"
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(proposal);
          }}
        >
          <span dir="auto">{proposal.text}</span>
          <span className="quiet-text">{proposal.about}</span>
        </div>
      ))}
    </div>
  );
}
