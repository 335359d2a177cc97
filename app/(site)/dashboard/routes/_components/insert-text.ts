import { DIVIDER, splitAtDivider } from '@/lib/base/markdown/free-part'

/** Inserts a separate paragraph at the cursor of a text area, as if it were typed. */
export function insertParagraph(area: HTMLTextAreaElement, paragraph: string): void {
  const [before, after] = [area.value.slice(0, area.selectionStart), area.value.slice(area.selectionEnd)]
  const above = before.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - trailing(before)))
  const below = after.trim() === '' ? '\n\n' : '\n'.repeat(Math.max(0, 2 - leading(after)))
  area.setRangeText(`${above}${paragraph}${below}`, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Puts the divider at the cursor; one that is there already moves to it. */
export function putDivider(area: HTMLTextAreaElement): void {
  const marker = area.selectionEnd
  const [above, below] = [area.value.slice(0, marker), area.value.slice(marker)].map(withoutDivider) as [string, string]
  area.value = above + below
  area.setSelectionRange(above.length, above.length)
  insertParagraph(area, DIVIDER)
}

function withoutDivider(text: string): string {
  const parts = splitAtDivider(text)
  return parts ? [parts.free, parts.paid].filter((part) => part !== '').join('\n\n') : text
}

export const imageInMarkdown = (words: string, address: string): string =>
  `![${words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&')}](${address})`

const trailing = (text: string) => /\n*$/.exec(text)?.[0].length ?? 0
const leading = (text: string) => /^\n*/.exec(text)?.[0].length ?? 0
