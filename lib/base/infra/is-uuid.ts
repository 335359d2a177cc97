/** True if the text has an id's form. Anyone may type one into an address; PostgreSQL fails on other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
