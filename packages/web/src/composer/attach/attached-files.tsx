import { useEffect, useState } from "react";
import { useServices } from "../../app/services.ts";
import { useStore } from "../../app/use-store.ts";
import type { AttachedFile } from "../composer-store.ts";

/** The files that go with the next message. */
export function AttachedFiles() {
  const { composer } = useServices();
  const files = useStore(composer, (written) => written.files);
  if (files.length === 0) return null;
  return (
    <ul className="attached" aria-label="Attached files">
      {files.map((attached) => (
        <Attached key={attached.id} attached={attached} />
      ))}
    </ul>
  );
}

function Attached({ attached: { id, file } }: { readonly attached: AttachedFile }) {
  const { composer } = useServices();
  const isImage = file.type.startsWith("image/");
  const address = useObjectAddress(isImage ? file : undefined);
  return (
    <li>
      <div className="attached-image">
        {address === undefined ? null : <img src={address} alt="" />}
        <span className="attached-name" dir="auto">
          {file.name}
        </span>
        {isImage ? null : <span className="quiet-text">{sizeText(file.size)}</span>}
        <button type="button" className="quiet" aria-label={`Remove ${file.name}`} onClick={() => composer.remove(id)}>
          ✕
        </button>
      </div>
    </li>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function useObjectAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === undefined) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
