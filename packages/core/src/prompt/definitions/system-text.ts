/** A part of the system text. */
export interface TextSection {
  readonly name: string;
  readonly value: string;
}

/** The system text: every section in a tag of its name. A value cannot close its own tag. */
export function systemText(sections: Iterable<TextSection>): string {
  const texts = [...sections].map(({ name, value }) => {
    const inside = value.replaceAll(`</${name}`, `&lt;/${name}`);
    return `<${name}>\n${inside}\n</${name}>`;
  });
  return texts.join("\n\n");
}
