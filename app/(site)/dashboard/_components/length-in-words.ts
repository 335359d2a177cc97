const WORDS_A_MINUTE = 230

/** Such as `412 words, 2 minutes to read`; empty without words. */
export function lengthInWords(text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
  if (words === 0) return ''
  const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE))
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to read`
}
