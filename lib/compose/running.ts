import type { Application } from './application'

const shared = globalThis as typeof globalThis & { turnpikeApplication?: Promise<Application> }

/** Says which application answers this process's requests; the server's start does it, before any request comes. */
export function setRunning(opened: Promise<Application>): void {
  shared.turnpikeApplication = opened
}

/**
 * The process's application. Pages and endpoints find it here instead of importing what builds it: Next.js bundles what a
 * file imports once more for each group of them, and the whole application was in fourteen bundles.
 */
export function application(): Promise<Application> {
  if (!shared.turnpikeApplication)
    throw new Error('Expected the server to have opened its application when it started.')
  return shared.turnpikeApplication
}
