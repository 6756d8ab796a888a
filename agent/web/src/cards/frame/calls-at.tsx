import { MessagePrimitive, useAuiState } from "@assistant-ui/react";
import { textIn } from "@toolwright/view/internal";
import { type ComponentProps, useMemo } from "react";

export type PartComponents = NonNullable<ComponentProps<typeof MessagePrimitive.PartByIndex>["components"]>;

interface CallsAtProps {
  /** Where the calls stand among the parts of the message. */
  readonly places: readonly number[];
  readonly components: PartComponents;
}

/** The cards of some calls of a message. Parts that come before a call move its place, and leave its card as it is. */
export function CallsAt({ places, components }: CallsAtProps) {
  const text = useAuiState((s) => JSON.stringify(places.map((place) => textIn(s.message.parts[place], "toolCallId"))));
  const ids = useMemo((): readonly string[] => JSON.parse(text), [text]);
  return places.map((place, nth) => (
    <MessagePrimitive.PartByIndex key={ids[nth]} index={place} components={components} />
  ));
}
