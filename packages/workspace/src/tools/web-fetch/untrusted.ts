/** A text of a stranger between marks that say so. It cannot end the marks itself. */
export function untrusted(url: URL, text: string): string {
  const inside = text.replace(/<(?=[/\s]*untrusted)/gi, "&lt;");
  return `<untrusted url="${url.href.replaceAll('"', "%22")}">\n${inside}\n</untrusted>`;
}
