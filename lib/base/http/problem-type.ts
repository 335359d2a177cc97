import type { ProblemCode } from './problem-status'

const shared = globalThis as typeof globalThis & { turnpikeErrorsPage?: string }

/** Sets the page that explains problem codes, with an anchor for each. The site calls it once, as it starts. */
export function explainProblemsAt(page: string): void {
  shared.turnpikeErrorsPage = page
}

/** The `type` of a problem (RFC 9457): where its code is explained; `about:blank` in a process without that page. */
export const problemType = (code: ProblemCode): string =>
  shared.turnpikeErrorsPage === undefined ? 'about:blank' : `${shared.turnpikeErrorsPage}#${code}`
