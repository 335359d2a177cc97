/**
 * Every word of a stranger, a seller's too, passes here before it is stored: what people and agents read is the same
 * text.
 */

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g
/** Characters that show nothing, or reorder the text around them. Joiners and variants make emoji and some scripts. */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const SHOWS_NOTHING = /^(?:\s|\u200c|\u200d|\u2800|\ufe0e|\ufe0f)*$/

/** Text without control characters and without what is read but not seen, composed (NFC); empty if it shows nothing. */
export function cleanText(text: string): string {
  const clean = text.replace(LONE_SURROGATE, '').replace(CONTROL, ' ').replace(HIDDEN, '').normalize('NFC')
  return SHOWS_NOTHING.test(clean) ? '' : clean
}

/** The same for every text of a JSON value but those under the names in `except`. */
export function cleanTexts(value: unknown, except: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, except))
  // Others than plain objects, such as a stream, stay as they are.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, except.has(name) ? item : cleanTexts(item, except)]),
  )
}

/**
 * Any text in the characters that a sign-in statement may hold. Other characters are written as their code point
 * (`[U+E9]`), and so is the bracket itself: two texts never look the same.
 */
export const toStatementText = (text: string): string =>
  text.replace(
    /[^A-Za-z0-9 \-._~:/?#\]@!$&'()*+,;=]/gu,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`,
  )
