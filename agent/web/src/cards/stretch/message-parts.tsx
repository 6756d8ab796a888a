import { MessagePrimitive, useAuiState } from "@assistant-ui/react";
import { use, useMemo, useState, useSyncExternalStore } from "react";
import type { PartComponents } from "../frame/calls-at.tsx";
import { DeclaredEffects } from "../tool-looks.ts";
import { ChosenCards, ChosenCardsContext } from "./chosen-cards.ts";
import { Fold } from "./fold.tsx";
import { messagePlan, type Segment } from "./message-plan.ts";

/** The parts of a message, with finished calls that stand side by side folded into one line. */
export function MessageParts({ components }: { readonly components: PartComponents }) {
  const [chosen] = useState(() => new ChosenCards());
  const declared = use(DeclaredEffects);
  const pinned = useSyncExternalStore(chosen.subscribe, chosen.state, chosen.state);
  // As a text, so that a delta that changes nothing of it renders nothing.
  const plan = useAuiState((s) => JSON.stringify(messagePlan(s.message.parts, { declared, pinned })));
  const segments = useMemo((): readonly Segment[] => JSON.parse(plan), [plan]);
  return (
    <ChosenCardsContext value={chosen}>
      {segments.map(({ places, key, isAside }) => {
        const [first = 0] = places;
        if (places.length > 1) return <Fold key={key} places={places} components={components} />;
        return (
          <div key={key} className="tw-part" data-aside={isAside ? true : undefined}>
            <MessagePrimitive.PartByIndex index={first} components={components} />
          </div>
        );
      })}
    </ChosenCardsContext>
  );
}
