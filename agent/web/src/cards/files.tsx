import { spelledOnOneLine, wholeNumber } from "@toolwright/view/internal";
import { use, useEffect, useState } from "react";
import { saveFile } from "../base/save-file.ts";
import { cardsTexts } from "../words/cards.ts";
import { KeptOutputsContext } from "./kept-outputs.ts";
import type { ResultFile } from "./result-parts.ts";

/** Files of a result, each of which can be saved, and sounds be heard. */
export function Files({ files }: { readonly files: readonly ResultFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="tw-files" aria-label={cardsTexts.files}>
      {files.map((file, place) => (
        <FileRow key={`${file.ref ?? place} ${file.name}`} file={file} />
      ))}
    </ul>
  );
}

function FileRow({ file }: { readonly file: ResultFile }) {
  const outputs = use(KeptOutputsContext);
  const [problem, setProblem] = useState<string>();
  const [sound, setSound] = useState<string>();
  useEffect(() => () => (sound === undefined ? undefined : URL.revokeObjectURL(sound)), [sound]);
  const canRead = file.data !== undefined || (outputs?.file !== undefined && file.ref !== undefined);
  const withBytes = async (act: (bytes: Blob) => void) => {
    const bytes = await bytesOf(file, outputs?.file);
    if (typeof bytes === "string") setProblem(bytes);
    else act(bytes);
  };
  const play = () => withBytes((bytes) => setSound(URL.createObjectURL(typed(bytes, file.mediaType))));
  const name = spelledOnOneLine(file.name);
  return (
    <li>
      <span dir="auto">{name}</span>{" "}
      <span className="tw-note">{cardsTexts.fileFacts(spelledOnOneLine(file.mediaType), wholeNumber(file.bytes))}</span>{" "}
      {canRead && isSound(file) && sound === undefined ? (
        <button type="button" className="tw-more" aria-label={cardsTexts.playOne(name)} onClick={play}>
          {cardsTexts.play}
        </button>
      ) : null}{" "}
      {canRead ? (
        <button
          type="button"
          className="tw-more"
          aria-label={cardsTexts.saveOne(name)}
          onClick={() => withBytes((bytes) => saveFile(bytes, file.name))}
        >
          {cardsTexts.save}
        </button>
      ) : null}
      {/* biome-ignore lint/a11y/useMediaCaption: Nobody has written down what a tool's sound says. */}
      {sound === undefined ? null : <audio controls autoPlay src={sound} aria-label={name} />}
      {problem === undefined ? null : <p className="tw-note">{problem}</p>}
    </li>
  );
}

type ReadFile = (ref: string) => Promise<Blob | string>;

async function bytesOf({ data, ref = "" }: ResultFile, read: ReadFile | undefined): Promise<Blob | string> {
  if (data === undefined) return (await read?.(ref)) ?? cardsTexts.unreadable;
  return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))]);
}

const SOUNDS = /^audio\/(?:wav|x-wav|mpeg|mp3|mp4|aac|ogg|opus|flac|webm)$/;

function isSound({ type, mediaType }: ResultFile): boolean {
  return type === "audio" && SOUNDS.test(mediaType);
}

function typed(bytes: Blob, type: string): Blob {
  return new Blob([bytes], { type });
}
