import { type PendingQuestion, reachRing, reachWords } from "@toolwright/view/internal";

interface ReachSignProps {
  readonly reach: NonNullable<PendingQuestion["reach"]>;
}

/** How far a call gets, as a ring that is the fuller the further it is; in words for who hears it or points at it. */
export function ReachSign({ reach }: ReachSignProps) {
  const words = reachWords(reach);
  return (
    <span className="tw-reach" data-lasting={reach.undo ? undefined : true} role="img" aria-label={words} title={words}>
      {reachRing(reach)}
    </span>
  );
}
