import { AsyncLocalStorage } from 'node:async_hooks'

const shared = globalThis as typeof globalThis & { turnpikeRequestIds?: AsyncLocalStorage<string> }

/** Next.js loads this module several times; they all get the same. */
const requestIds = (shared.turnpikeRequestIds ??= new AsyncLocalStorage<string>())

/** The id of the request that this code works for; undefined outside of one. */
export const currentRequestId = (): string | undefined => requestIds.getStore()

/** From here on, everything that this request causes works under that id. */
export const enterRequest = (requestId: string): void => requestIds.enterWith(requestId)
