import { unstable_rethrow } from 'next/navigation'

/** What to say when an action failed without an answer. Redirects pass. */
export function noAnswer(error: unknown): string {
  unstable_rethrow(error)
  return 'No answer came, so it may not be done. What you typed is still here: try again in a moment.'
}
