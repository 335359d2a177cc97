const PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])$/

/** Whether a shop could have this handle: 2 to 32 small letters, digits and inner hyphens. */
export const isShopHandle = (text: string): boolean => PATTERN.test(text)
