import { useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
import { useStore } from "../../base/use-store.ts";
import { Icon } from "../../icons/icon.tsx";
import { attachTexts } from "../../words/attach.ts";
import type { AttachedFile, RefusedFile } from "../composer-store.ts";

/** The files that go with the next message, and those that cannot. */
export function AttachedFiles() {
  const { composer } = useServices();
  const { files, reading, unkept } = useStore(composer, (written) => written);
  return (
    <>
      <RefusedFiles />
      {unkept.length === 0 ? null : (
        <p role="status" className="quiet-text">
          {attachTexts.unkept}
        </p>
      )}
      {files.length + reading === 0 ? null : (
        <ul className="attached" aria-label={attachTexts.list}>
          {files.map((attached) => (
            <Attached key={attached.id} attached={attached} />
          ))}
          {reading === 0 ? null : <li className="quiet-text">{attachTexts.reading(reading)}</li>}
        </ul>
      )}
    </>
  );
}

function Attached({ attached: { id, name, size, parts } }: { readonly attached: AttachedFile }) {
  const { composer } = useServices();
  const image = parts.find((part) => part.type === "image");
  return (
    <li>
      <div className="attached-image">
        {image === undefined ? null : <img src={image.image} alt="" />}
        <span className="attached-name" dir="auto">
          {name}
        </span>
        {image === undefined ? <span className="quiet-text">{sizeText(size)}</span> : null}
        <button
          type="button"
          className="quiet"
          aria-label={attachTexts.remove(name)}
          onClick={() => composer.remove(id)}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

/** Every file that was refused, and why; what was pasted can be saved. */
function RefusedFiles() {
  const { composer } = useServices();
  const refused = useStore(composer, (written) => written.refused);
  return (
    <div role="alert" hidden={refused.length === 0}>
      {refused.map((file) => (
        <div key={file.id} className="composer-problem">
          <span>{file.why}</span>
          <Saved refused={file} />
          <button type="button" className="quiet" onClick={() => composer.remove(file.id)}>
            {attachTexts.dismiss}
          </button>
        </div>
      ))}
    </div>
  );
}

function Saved({ refused: { pasted } }: { readonly refused: RefusedFile }) {
  const address = useObjectAddress(pasted?.text);
  if (pasted === undefined || address === undefined) return null;
  return (
    <a href={address} download={pasted.name}>
      {attachTexts.savePasted}
    </a>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function useObjectAddress(text: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (text === undefined) return;
    const made = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return address;
}
