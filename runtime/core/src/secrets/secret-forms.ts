/**
 * The texts under which a value is searched for: as it is, escaped as JSON once and twice, as `\u` and HTML escapes,
 * percent-encoded with large and small letters and whole, as hex, and as base64 and base64url wherever it stands in the
 * encoded data, also where its encoding is broken into lines of 64 or 76. Forms under 8 characters are left out.
 */
export function secretForms(value: string): ReadonlySet<string> {
  const json = escaped(value);
  const bytes = new TextEncoder().encode(value);
  const forms = [
    ...[value, json, escaped(json)],
    ...percentForms(value, bytes),
    ...bothCases(hexOf(bytes).join("")),
    ...unicodeForms(value),
    ...htmlForms(value),
    ...base64Forms(bytes),
  ];
  return new Set(forms.filter((form) => form.length >= 8));
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function hexOf(bytes: Uint8Array): readonly string[] {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
}

function bothCases(hex: string): readonly string[] {
  return [hex, hex.toUpperCase()];
}

function percentForms(value: string, bytes: Uint8Array): readonly string[] {
  const usual = encodeURIComponent(value.toWellFormed());
  // A form field also encodes what a component of an address leaves alone, and strict writers a star too.
  const field = usual.replace(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  const strict = field.replaceAll("*", "%2A").replaceAll("%7E", "~");
  const whole = hexOf(bytes)
    .map((hex) => `%${hex}`)
    .join("");
  const small = (form: string) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const fields = [field, field.replaceAll("%20", "+"), strict];
  return [usual, small(usual), ...fields, ...fields.map(small), whole, whole.toUpperCase()];
}

function unicodeForms(value: string): readonly string[] {
  const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, "0"));
  const wide = units.map((unit) => `\\u${unit}`).join("");
  const large = units.map((unit) => `\\u${unit.toUpperCase()}`).join("");
  // What is written as ASCII escapes only what is not.
  const ascii = escaped(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // Writers of JSON for pages also escape what begins a tag or an entity, some of them quotes too.
  const forPages = (letters: RegExp) =>
    escaped(value).replace(letters, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return [wide, large, ascii, forPages(/[<>&]/g), forPages(/[<>&']/g)];
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function htmlForms(value: string): readonly string[] {
  const named = value.replace(/[&<>"']/g, (mark) => NAMED[mark] ?? mark);
  const points = Array.from(value, (character) => character.codePointAt(0) ?? 0);
  return [
    named,
    named.replaceAll("&quot;", "&#34;"),
    named.replaceAll("&#39;", "&#x27;"),
    named.replaceAll("&#39;", "'"),
    named.replaceAll("&#39;", "&apos;"),
    points.map((point) => `&#${point};`).join(""),
    points.map((point) => `&#x${point.toString(16)};`).join(""),
    points.map((point) => `&#x${point.toString(16).toUpperCase()};`).join(""),
  ];
}

/** The forms of base64 that programs break into lines: a break may stand anywhere in them. */
export function brokenForms(value: string): readonly string[] {
  const forms = base64Forms(new TextEncoder().encode(value)).filter((form) => form.length >= 8);
  return [...new Set(forms)].filter((form) => !/[\n\\_-]/.test(form));
}

/** Base64 has three ways to write bytes, by where they start in a group of three; only whole characters are kept. */
function base64Forms(given: Uint8Array): readonly string[] {
  const bytes = Array.from(given, (byte) => String.fromCharCode(byte)).join("");
  const forms = [0, 1, 2].map((shift) => {
    const encoded = btoa("\0".repeat(shift) + bytes);
    return encoded.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3));
  });
  const all = forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
  return [...all, ...brokenLines(forms[0] ?? "")];
}

/** As programs break what they encode from its beginning: `base64` and MIME after 76 characters, PEM after 64. */
function brokenLines(form: string): readonly string[] {
  const breaks = (width: number, end: string) => form.match(new RegExp(`.{1,${width}}`, "g"))?.join(end) ?? "";
  if (form.length <= 64) return [];
  return [64, 76].flatMap((width) => [breaks(width, "\n"), breaks(width, "\r\n"), breaks(width, "\\n")]);
}
