/**
 * The texts under which a value is searched for: as it is, escaped as JSON once and twice, percent-encoded, and as base64
 * and base64url wherever it stands in the encoded data. Forms under 8 characters are left out.
 */
export function secretForms(value: string): ReadonlySet<string> {
  const json = escaped(value);
  const forms = [value, json, escaped(json), encodeURIComponent(value.toWellFormed()), ...base64Forms(value)];
  return new Set(forms.filter((form) => form.length >= 8));
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Base64 has three ways to write bytes, by where they start in a group of three; only whole characters are kept. */
function base64Forms(value: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("");
  const forms = [0, 1, 2].map((shift) => {
    const encoded = btoa("\0".repeat(shift) + bytes);
    return encoded.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3));
  });
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}
