import { oncePerProcess } from '@/lib/base/infra/once-per-process'
import type { ProblemCode } from './problem-status'

const errors = oncePerProcess<{ page: string | null }>('errors page', () => ({ page: null }))

/** Sets the page that explains problem codes, with an anchor for each. The site calls it once, as it starts. */
export function explainProblemsAt(page: string | null): void {
  errors.page = page
}

/** The `type` of a problem (RFC 9457): where its code is explained; `about:blank` in a process without that page. */
export const problemType = (code: ProblemCode): string =>
  errors.page === null ? 'about:blank' : `${errors.page}#${code}`
