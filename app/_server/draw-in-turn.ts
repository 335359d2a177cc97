import { callerOf } from '@/lib/base/http/caller'
import { limitAtOnce } from '@/lib/base/infra/concurrency'
import { isDomainError } from '@/lib/base/infra/domain-error'

/** Drawing takes a core for a while, and anyone may ask for it. */
const inTurn = limitAtOnce({ maxRunning: 1, maxWaiting: 40, maxWaitingPerCaller: 8 })

/** Runs the work when its turn comes; null where too much waits. */
export const drawInTurn = <Result>(request: Request, work: () => Promise<Result>): Promise<Result | null> =>
  inTurn(callerOf(request.headers), work).catch((error: unknown) => {
    if (isDomainError(error) && error.code === 'QUEUE_FULL') return null
    throw error
  })
