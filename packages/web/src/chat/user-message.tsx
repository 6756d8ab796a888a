import { MessagePrimitive } from "@assistant-ui/react";

const components = { Image: ({ image }: { readonly image: string }) => <img src={image} alt="Sent by you" /> };

/** What the user said. */
export function UserMessage() {
  return (
    <MessagePrimitive.Root className="message user">
      <MessagePrimitive.Parts components={components} />
    </MessagePrimitive.Root>
  );
}
