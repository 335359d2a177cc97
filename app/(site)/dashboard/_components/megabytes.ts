/** Sizes as sellers write them: megabytes of a million bytes, empty for none. */
export const megabytesOf = (bytes: number | null): string => (bytes === null ? '' : String(bytes / 1_000_000))

/** Whole bytes; null for an empty text, NaN for one that is no number. */
export const bytesOf = (megabytes: string): number | null =>
  megabytes.trim() === '' ? null : Math.round(Number(megabytes) * 1_000_000)
