import { type PropsWithChildren, useRef } from "react";
import type { Components } from "react-markdown";
import { CopyButton } from "./copy-button.tsx";
import { safeAddress } from "./safe-address.ts";

/** How the elements of a Markdown text are shown where that is not as HTML does it. */
export const markdownParts: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  // An image of an answer is not loaded: its address alone would tell a foreign server what was said.
  img: ({ src, alt }) => (
    <SafeLink href={typeof src === "string" ? src : undefined}>
      {alt === undefined || alt === "" ? "image" : alt}
    </SafeLink>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="table">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked === true ? "done" : "not done"}>
      {checked === true ? "☑" : "☐"}
    </span>
  ),
};

function SafeLink({ href, children }: { readonly href: string | undefined; readonly children?: React.ReactNode }) {
  const address = safeAddress(href);
  if (address === undefined) return <span className="no-link">{children}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Code of an answer, with a button that copies it. */
function CodeBlock({ children }: PropsWithChildren) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <div className="code-block">
      <pre ref={code}>{children}</pre>
      <CopyButton label="Copy code" text={() => code.current?.textContent ?? ""} />
    </div>
  );
}
