/** Milliseconds after which a browser has begun to save what it was given. */
const SAVED_MS = 10_000;

/** As bytes and nothing else: a browser would open a page or a drawing, with the scripts in it, as one of this page. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name.replace(/[\p{Cc}\p{Cf}/\\]/gu, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MS);
}
