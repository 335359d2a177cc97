import type { Problem } from '@/lib/base/http/problem'

/** A request that is answered with a problem before anything is done for it. */
export class RefusedRequest extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'RefusedRequest'
  }
}
