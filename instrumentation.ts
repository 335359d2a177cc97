/** Runs once when the server starts. What that needs of Node.js stays behind the check, so that it is bundled for nothing else. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    if (process.env.NEXT_PHASE === 'phase-production-build') return
    const { startOrEnd } = await import('./lib/site/compose/start-server')
    const { findAnswer } = await import('@/app/_server/plain-routes')
    await startOrEnd(findAnswer)
  }
}

/** Next.js calls it with what a page or an endpoint has thrown, before it answers 500. */
export async function onRequestError(error: unknown): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { noteFailure } = await import('@/lib/base/http/problem')
  noteFailure(error)
}
