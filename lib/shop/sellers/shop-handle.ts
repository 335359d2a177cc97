const PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])$/

/** Whether the text has a handle's form: 2 to 32 small letters, digits and inner hyphens. */
export const isShopHandle = (text: string): boolean => PATTERN.test(text)
