/**
 * Any text in the characters that a sign-in statement may hold. Other characters are written as their code point
 * (`[U+E9]`), and so is the bracket itself: two texts never look the same.
 */
export const toStatementText = (text: string): string =>
  text.replace(
    /[^A-Za-z0-9 \-._~:/?#\]@!$&'()*+,;=]/gu,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`,
  )
