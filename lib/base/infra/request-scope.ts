import { AsyncLocalStorage } from 'node:async_hooks'
import { oncePerProcess } from './process'

type RequestScope = {
  requestId: string
  /** Set once it has failed because the database was away. */
  hasMissedDatabase: boolean
  /** Gives the document that is being made status 404, before anything of it is sent. */
  answerNotFound?: () => void
}

const requests = oncePerProcess('requests', () => new AsyncLocalStorage<RequestScope>())

export const currentRequest = (): RequestScope | undefined => requests.getStore()

export const currentRequestId = (): string | undefined => currentRequest()?.requestId

export const inRequest = <Result>(scope: RequestScope, work: () => Result): Result => requests.run(scope, work)
