import { AttachmentPrimitive, ComposerPrimitive, useAuiState } from "@assistant-ui/react";
import { useEffect, useState } from "react";

const components = { Attachment: AttachedImage };

/** The images that go with the next message. */
export function AttachedImages() {
  const hasAny = useAuiState((s) => s.composer.attachments.length > 0);
  if (!hasAny) return null;
  return (
    <ul className="attached" aria-label="Attached images">
      <ComposerPrimitive.Attachments components={components} />
    </ul>
  );
}

function AttachedImage() {
  const name = useAuiState((s) => s.attachment.name);
  const file = useAuiState((s) => s.attachment.file);
  const address = useObjectAddress(file);
  return (
    <li>
      <AttachmentPrimitive.Root className="attached-image">
        {address === undefined ? null : <img src={address} alt="" />}
        <span className="attached-name">{name}</span>
        <AttachmentPrimitive.Remove className="quiet" aria-label={`Remove ${name}`}>
          ✕
        </AttachmentPrimitive.Remove>
      </AttachmentPrimitive.Root>
    </li>
  );
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
