import { keysOf } from "./keys-of.ts";

/**
 * How many UTF-8 bytes `JSON.stringify` would write for plain JSON data, counted without building the text; where that
 * is more than `most`, any number above it, without looking at the rest. Exact for plain JSON; for other values an
 * estimate. The value must not be circular.
 */
export function jsonSize(value: unknown, most = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return stringSize(value, most);
  if (typeof value === "number") return numberSize(value);
  if (typeof value === "boolean") return value ? 4 : 5;
  if (typeof value !== "object" || value === null) return 4;
  return Array.isArray(value) ? arraySize(value, most) : objectSize(value, most);
}

function arraySize(values: readonly unknown[], most: number): number {
  let size = values.length === 0 ? 2 : values.length + 1;
  for (const value of values) {
    if (size > most) break;
    size += jsonSize(value, most - size);
  }
  return size;
}

function objectSize(value: object, most: number): number {
  let size = 1;
  for (const key of keysOf(value)) {
    const member: unknown = Reflect.get(value, key);
    if (member !== undefined) size += stringSize(key, most - size) + jsonSize(member, most - size) + 2;
    if (size > most) break;
  }
  return size === 1 ? 2 : size;
}

function numberSize(value: number): number {
  if (!Number.isFinite(value)) return 4;
  const isDigit = value >= 0 && value < 10 && Number.isInteger(value);
  return isDigit ? 1 : String(value).length;
}

function stringSize(text: string, most: number): number {
  let size = text.length + 2;
  for (let index = 0; index < text.length && size <= most; index++) size += extraBytes(text, index);
  return size;
}

/** How many bytes more than one the code unit at `index` takes in a JSON string. Half of a pair counts 2 bytes. */
export function extraBytes(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code >= 0x80) return wideExtra(text, index, code);
  if (code >= 0x20) return code === 0x22 || code === 0x5c ? 1 : 0;
  return (code >= 8 && code <= 10) || code === 12 || code === 13 ? 1 : 5;
}

function wideExtra(text: string, index: number, code: number): number {
  if (code < 0x800) return 1;
  if ((code & 0xf800) !== 0xd800) return 2;
  const other = text.charCodeAt(code < 0xdc00 ? index + 1 : index - 1);
  const paired = (other & 0xfc00) === (code < 0xdc00 ? 0xdc00 : 0xd800);
  // `JSON.stringify` writes an unpaired surrogate as \uXXXX.
  return paired ? 1 : 5;
}
