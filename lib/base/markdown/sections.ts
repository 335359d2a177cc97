export const sectionId = (number: number): string => `part-${number}`
