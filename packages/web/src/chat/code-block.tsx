import { type PropsWithChildren, useRef } from "react";
import { CopyButton } from "./copy-button.tsx";

/** Code of an answer, with a button that copies it. */
export function CodeBlock({ children }: PropsWithChildren) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="code-block">
      <pre ref={code}>{children}</pre>
      <CopyButton label="Copy code" text={() => code.current?.textContent ?? ""} />
    </div>
  );
}
