/** The id of a text's section of that number, from 1. */
export const sectionId = (number: number): string => `part-${number}`

/** The highest level of heading among elements of these names; null without one. */
export const sectionLevel = (names: readonly string[]): string | null =>
  names.filter((name) => /^h[2-6]$/.test(name)).toSorted()[0] ?? null
