/**
 * True if the text has the form of an id. Anyone may type an id into an address, and PostgreSQL fails on other text.
 */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
