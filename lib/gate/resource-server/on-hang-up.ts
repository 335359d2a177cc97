/**
 * Runs `act` once when the buyer's connection ends before the whole answer is sent; at once where it has ended already.
 * Servers drop the body of an answer that is no longer read without cancelling it, so the body cannot tell.
 * Returns a function that stops listening.
 */
export function onHangUp(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    queueMicrotask(act)
    return () => {}
  }
  signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}
