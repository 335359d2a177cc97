/** Whether the text may be an id. Ids come from addresses that anyone may type; PostgreSQL fails on other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
