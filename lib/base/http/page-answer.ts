import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const ANSWER_HEADER = 'x-turnpike-answer'

const shared = globalThis as typeof globalThis & { turnpikeAnswers?: Map<string, ServerResponse> }

/** Next.js loads this module several times; all copies share it. */
const answers = (shared.turnpikeAnswers ??= new Map())

/**
 * Keeps the answer to a request for a document while it is being built, so that its page can set the status. Next.js
 * lets a page do that only by an error, whose document is empty until scripts have filled it.
 */
export function keepPageAnswer({ method, headers }: IncomingMessage, response: ServerResponse): void {
  delete headers[ANSWER_HEADER]
  // A link that is followed without a new document expects its page's parts with status 200.
  if ((method !== 'GET' && method !== 'HEAD') || headers['rsc'] !== undefined) return
  const id = randomUUID()
  headers[ANSWER_HEADER] = id
  answers.set(id, response)
  response.once('close', () => answers.delete(id))
}

/** Gives the page of a request status 404, before anything of it is sent. */
export function answerNotFound(headers: Pick<Headers, 'get'>): void {
  const answer = answers.get(headers.get(ANSWER_HEADER) ?? '')
  if (answer && !answer.headersSent) answer.statusCode = 404
}
