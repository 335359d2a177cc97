/** Text above it is free. Jekyll, Hugo and WordPress read the same line. */
export const DIVIDER = '<!-- more -->'

/** The only text on its line; indented by four spaces it is code. */
const DIVIDER_LINE = /^ {0,3}<!--[ \t]*more[ \t]*-->[ \t]*$/im

export type DividedText = { free: string; paid: string }

/** The parts of a text around its first divider, each without the blank line beside it; null for a text without one. */
export function splitAtDivider(text: string): DividedText | null {
  const divider = DIVIDER_LINE.exec(text)
  if (!divider) return null
  return {
    free: text.slice(0, divider.index).replace(/(\r?\n){1,2}$/, ''),
    paid: text.slice(divider.index + divider[0].length).replace(/^(\r?\n){1,2}/, ''),
  }
}

/** Where the first divider's line begins; null in a text without one. */
export const dividerAt = (text: string): number | null => DIVIDER_LINE.exec(text)?.index ?? null

/** Joins both parts so that `splitAtDivider` separates them again; without a divider where it needs none. */
export function joinAtDivider({ free, paid }: DividedText): string {
  if (free !== '') return `${free}\n\n${DIVIDER}\n\n${paid}`
  return splitAtDivider(paid) ? `${DIVIDER}\n\n${paid}` : paid
}
