/** Ids within a text begin so: none can be that of a part of the page. */
export const MARK_PREFIX = 'at-'

/** The id of a mark in a heading that the text itself links to. */
export const MARK_ID = /^at-[\p{L}\p{N}_-]+$/u
