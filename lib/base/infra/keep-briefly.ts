/** Keeps an answer for a moment, so that many who ask at once cost what one does. A failure is not kept. */
export function keepBriefly<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let known: { answer: Promise<T>; at: number } | null = null
  return () => {
    if (known && performance.now() - known.at < maxAgeMs) return known.answer
    const answer = read()
    known = { answer, at: performance.now() }
    answer.catch(() => {
      if (known?.answer === answer) known = null
    })
    return answer
  }
}
