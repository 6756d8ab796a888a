import { MessagePrimitive, type TextMessagePartProps } from "@assistant-ui/react";
import { LongText } from "./long-text.tsx";
import { MessageMeta } from "./message-meta.tsx";

const components = {
  Text: ({ text }: TextMessagePartProps) => <LongText text={text} />,
  Image: ({ image }: { readonly image: string }) => <img src={image} alt="Sent by you" />,
};

/** What the user said. */
export function UserMessage() {
  return (
    <MessagePrimitive.Root className="message user" role="article" aria-label="You">
      <div className="bubble">
        <MessagePrimitive.Parts components={components} />
      </div>
      <MessageMeta />
    </MessagePrimitive.Root>
  );
}
