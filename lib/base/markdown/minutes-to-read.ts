const CHARACTERS_A_MINUTE = 1_300

export const minutesToRead = (characters: number): number => Math.max(1, Math.ceil(characters / CHARACTERS_A_MINUTE))
