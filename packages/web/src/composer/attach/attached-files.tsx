import { AttachmentPrimitive, ComposerPrimitive, useAuiState } from "@assistant-ui/react";
import { useEffect, useState } from "react";

const components = { Attachment: AttachedFile };

/** The files that go with the next message. */
export function AttachedFiles() {
  const hasAny = useAuiState((s) => s.composer.attachments.length > 0);
  if (!hasAny) return null;
  return (
    <ul className="attached" aria-label="Attached files">
      <ComposerPrimitive.Attachments components={components} />
    </ul>
  );
}

function AttachedFile() {
  const name = useAuiState((s) => s.attachment.name);
  const file = useAuiState((s) => s.attachment.file);
  const isImage = useAuiState((s) => s.attachment.type === "image");
  const address = useObjectAddress(isImage ? file : undefined);
  return (
    <li>
      <AttachmentPrimitive.Root className="attached-image">
        {address === undefined ? null : <img src={address} alt="" />}
        <span className="attached-name" dir="auto">
          {name}
        </span>
        {isImage || file === undefined ? null : <span className="quiet-text">{sizeText(file.size)}</span>}
        <AttachmentPrimitive.Remove className="quiet" aria-label={`Remove ${name}`}>
          ✕
        </AttachmentPrimitive.Remove>
      </AttachmentPrimitive.Root>
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
