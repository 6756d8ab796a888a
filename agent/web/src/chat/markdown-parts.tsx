import { type CSSProperties, type ReactNode, use } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { OpenFileContext } from "../cards/open-file.ts";
import { DiagramView } from "../diagrams/diagram-view.tsx";
import { FormulaView } from "../maths/formula-view.tsx";
import { chatTexts } from "../words/chat.ts";
import { CodeBlock } from "./code-block.tsx";
import { fileReference } from "./file-reference.ts";
import { OtherHost } from "./other-host-view.tsx";
import { safeAddress } from "./safe-address.ts";

/** How the elements of a Markdown text are shown where that is not as HTML does it. */
export const markdownParts: Components = {
  a: ({ node, href, children }) => (
    <SafeLink href={href} text={textOf(node)}>
      {children}
    </SafeLink>
  ),
  // An image of an answer is not loaded: its address alone would tell a foreign server what was said.
  img: ({ src, alt }) => (
    <SafeLink href={typeof src === "string" ? src : undefined} text={alt ?? ""}>
      {alt === undefined || alt === "" ? chatTexts.image : alt}
    </SafeLink>
  ),
  pre: ({ node }) => {
    const code = codeOf(node);
    return node?.properties.dataDiagram === "true" ? <DiagramView source={code.text} /> : <CodeBlock {...code} />;
  },
  code: ({ children }) => (
    <Named text={typeof children === "string" ? children : ""}>
      <code dir="ltr">{children}</code>
    </Named>
  ),
  span: ({ node, children }) => {
    const { dataTex, dataBlock, dataFile } = node?.properties ?? {};
    if (typeof dataFile === "string") return <Named text={dataFile}>{children}</Named>;
    if (typeof dataTex !== "string") return <span>{children}</span>;
    return <FormulaView tex={dataTex} isBlock={dataBlock === "true"} />;
  },
  ...directed("p", "h1", "h2", "h3", "h4", "h5", "h6", "th", "td"),
  li: ({ children, className }) => (
    <li dir="auto" className={className}>
      {children}
    </li>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y: what scrolls has to be reached with the keyboard, and a name for it.
    <div className="table" role="group" aria-label={chatTexts.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked === true ? chatTexts.done : chatTexts.notDone}>
      {checked === true ? "☑" : "☐"}
    </span>
  ),
};

/** Elements that run in the direction of what stands in them. */
function directed(...names: readonly ("p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" | "td")[]): Components {
  const inDirection = (Name: (typeof names)[number]) => {
    return ({ children, style }: { readonly children?: ReactNode; readonly style?: CSSProperties }) => (
      <Name dir="auto" style={style}>
        {children}
      </Name>
    );
  };
  return Object.fromEntries(names.map((name) => [name, inDirection(name)]));
}

interface SafeLinkProps {
  readonly href: string | undefined;
  /** What the link says. */
  readonly text: string;
  readonly children?: ReactNode;
}

function SafeLink({ href, text, children }: SafeLinkProps) {
  const address = safeAddress(href);
  if (address === undefined) return <FileLink text={href ?? ""}>{children}</FileLink>;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
      <OtherHost address={address} text={text} />
    </a>
  );
}

/** The text of an element and of all within it. */
function textOf(node: ExtraProps["node"]): string {
  const texts = node?.children.map((child) => {
    if (child.type === "text") return child.value;
    return child.type === "element" ? textOf(child) : "";
  });
  return texts?.join("") ?? "";
}

/** What leads to a file of the agent's folder; plain where it does not, or where no files are shown. */
function FileLink({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const open = use(OpenFileContext);
  const file = fileReference(text);
  if (open === undefined || file === undefined) return <span className="no-link">{children}</span>;
  return (
    <button type="button" className="file-link" title={chatTexts.showFile} onClick={() => open(file.path, file.line)}>
      {children}
    </button>
  );
}

/** What a file may be named in: it leads there where files are shown, and is as it is elsewhere. */
function Named({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const open = use(OpenFileContext);
  return open === undefined || fileReference(text) === undefined ? (
    children
  ) : (
    <FileLink text={text}>{children}</FileLink>
  );
}

/** What is written in a block of code, and in which language. */
function codeOf(node: ExtraProps["node"]): { readonly text: string; readonly language: string | undefined } {
  const [code] = node?.children ?? [];
  if (code?.type !== "element") return { text: "", language: undefined };
  const text = code.children.map((child) => (child.type === "text" ? child.value : "")).join("");
  const names = code.properties.className;
  const named = Array.isArray(names) ? names.find((name) => String(name).startsWith("language-")) : undefined;
  return { text, language: named === undefined ? undefined : String(named).slice("language-".length) };
}
