import { AsyncLocalStorage } from 'node:async_hooks'

type RequestScope = {
  requestId: string
  /** Set once it has failed because the database was away. */
  hasMissedDatabase: boolean
}

const shared = globalThis as typeof globalThis & { turnpikeRequests?: AsyncLocalStorage<RequestScope> }

/** Next.js loads this module several times; all copies share it. */
const requests = (shared.turnpikeRequests ??= new AsyncLocalStorage<RequestScope>())

export const currentRequest = (): RequestScope | undefined => requests.getStore()

export const currentRequestId = (): string | undefined => currentRequest()?.requestId

/** Everything that this request causes from here on runs under that id. */
export const enterRequest = (requestId: string): void => requests.enterWith({ requestId, hasMissedDatabase: false })
