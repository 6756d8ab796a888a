import { type ReactNode, useState } from "react";

export function Message({ role, children }: { readonly role: string; readonly children: ReactNode }) {
  return <article aria-label={role}>{children}</article>;
}

export function Question({ onAnswer }: { readonly onAnswer: (approved: boolean) => void }) {
  return (
    <>
      <button type="button" onClick={() => onAnswer(true)}>
        Allow
      </button>
      <button type="button" onClick={() => onAnswer(false)}>
        Refuse
      </button>
    </>
  );
}

export function Composer({ onSay }: { readonly onSay: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSay(text);
        setText("");
      }}
    >
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
    </form>
  );
}
