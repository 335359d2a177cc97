/** Keeps an answer for a moment, so that many who ask at once cost what one does. A failure is kept as long. */
export function keepBriefly<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let known: { answer: Promise<T>; at: number } | null = null
  return () => {
    if (known && performance.now() - known.at < maxAgeMs) return known.answer
    known = { answer: read(), at: performance.now() }
    return known.answer
  }
}
