import { spelledOnOneLine } from "@toolwright/view/internal";
import { OtherHost } from "../chat/other-host-view.tsx";

const SCHEMES = ["http:", "https:", "mailto:"];

/** An address: a link where it is one of the web or of mail, else only its text. */
export function SafeLink({ address, text = address }: { readonly address: string; readonly text?: string }) {
  const shown = spelledOnOneLine(text.slice(0, 500));
  if (!SCHEMES.includes(URL.parse(address)?.protocol ?? "")) return <span className="tw-link">{shown}</span>;
  return (
    <a className="tw-link" href={address} target="_blank" rel="noreferrer">
      {shown}
      <OtherHost address={address} text={text} />
    </a>
  );
}
