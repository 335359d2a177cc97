export const themes = ['system', 'light', 'dark'] as const

/** `system` follows the reader's device; the others are the reader's own choice for this site. */
export type Theme = (typeof themes)[number]

export const THEME_COOKIE = 'theme'
