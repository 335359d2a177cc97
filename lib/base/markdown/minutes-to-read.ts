const CHARACTERS_A_MINUTE = 1_300

/** Whole minutes to read so many characters; one at least. */
export const minutesToRead = (characters: number): number => Math.max(1, Math.ceil(characters / CHARACTERS_A_MINUTE))
