import { AsyncLocalStorage } from 'node:async_hooks'

/** What is known of a request while it is worked on. */
type RequestScope = {
  requestId: string
  /** Whether it has failed because the database was away. */
  hasMissedDatabase: boolean
}

const shared = globalThis as typeof globalThis & { turnpikeRequests?: AsyncLocalStorage<RequestScope> }

/** Next.js loads this module several times; they all get the same. */
const requests = (shared.turnpikeRequests ??= new AsyncLocalStorage<RequestScope>())

/** The request that this code works for; undefined outside of one. */
export const currentRequest = (): RequestScope | undefined => requests.getStore()

/** Its id. */
export const currentRequestId = (): string | undefined => currentRequest()?.requestId

/** From here on, everything that this request causes works under that id. */
export const enterRequest = (requestId: string): void => requests.enterWith({ requestId, hasMissedDatabase: false })
