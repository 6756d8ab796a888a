import { useAui } from "@assistant-ui/react";
import { useEffect, useState } from "react";

/** Attaches files that are dropped anywhere on the page; true while some are held over it. */
export function useDroppedFiles(): boolean {
  const aui = useAui();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      for (const file of event.dataTransfer?.files ?? []) void aui.composer.addAttachment(file).catch(() => undefined);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [aui]);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
