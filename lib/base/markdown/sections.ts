/** The id of a text's section of that number, from 1. */
export const sectionId = (number: number): string => `part-${number}`
