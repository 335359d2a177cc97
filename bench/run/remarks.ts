/** What was tried, by the row's name, where a goal is missed. Shown while it is missed. */
export const remarks: Readonly<Record<string, string>> = {}
