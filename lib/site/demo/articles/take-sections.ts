/** Splits an article's Markdown at its second-level headings; each section starts with its heading. */
export function splitSections(text: string): string[] {
  return text
    .split(/^(?=## )/m)
    .map((section) => section.trim())
    .filter((section) => section !== '')
}

/** The first `count` sections as one text again. */
export function takeSections(text: string, count: number): string {
  return splitSections(text).slice(0, count).join('\n\n')
}
