import { hostileHtml } from './hostile-html'
import { hostileMarkdown } from './hostile-markdown'

/** Texts that try to become markup of the page, by the kind of trick: to call `ran()` or change what is seen. */
export const hostileTexts: Readonly<Record<string, readonly string[]>> = { ...hostileHtml, ...hostileMarkdown }
