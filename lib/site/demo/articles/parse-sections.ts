/**
 * How many sections a reader asks for: a whole number from 1 to `available`, or all of them by default.
 * Null for anything else; a buyer is never charged for a guess.
 */
export function parseSections(value: string | null, available: number): number | null {
  if (value === null) return available
  const count = /^[1-9]\d{0,2}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= available ? count : null
}
