import type { Cleanups } from './cleanups'

/** Ends everything on Ctrl-C and similar signals, then the process. Returns a function that removes the handlers. */
export function endOnSignals(cleanups: Cleanups): () => void {
  const end = () => void cleanups.run().then(() => process.exit(130))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  return () => signals.forEach((signal) => process.removeListener(signal, end))
}
