/**
 * Prints lines for a person. Text from others cannot steer the terminal, turn the order of its letters, or pass for a
 * separate line: such characters are shown by their code, as `\u001b`.
 */
export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(printable(line))
}

export const printable = (line: string): string => line.replace(STEERING, codeOf)

/** Control characters but the tab, marks of direction, and what ends a line. */
const STEERING = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const codeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
