import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { partsWithin } from '@/lib/base/x402/bounded-body'
import { createPaidFetch } from '@/lib/client/create-paid-fetch'
import { isAnswerGone } from '@/lib/client/parse-exchange'
import { PayerError } from '@/lib/client/payer-error'
import type { PayerEvent } from '@/lib/client/payer-event'
import { ANSWER_LOST } from '@/lib/client/resend'
import type { PayerWallet } from '@/lib/client/wallet'
import type { BudgetedCall } from '../budget'
import { describeRejection } from '../pay/describe-rejection'
import { findEvent } from '../pay/pay'
import { redirectOf, withoutRedirects } from '../without-redirects'
import { NoDataError, readData } from './read-data'

/** The resource, and the most that it may cost. */
export type DataRequest = {
  url: URL
  method?: string
  headers?: Record<string, string>
  body?: string
  maxDollars: string
  isSignInTried: boolean
}

export type PaidDataParts = {
  wallets: PayerWallet[]
  call: BudgetedCall
  /** Follows no redirect. */
  fetch?: typeof fetch
  /** Gets the line that says how it was paid. */
  tell?: (line: string) => void
}

/**
 * Gets a resource, paying on 402 within the limits. Throws `NoDataError` for whatever a server, a wallet or a limit
 * refuses; its words say whether anything was paid.
 */
export async function fetchPaidData(
  { url, method = 'GET', headers, body, maxDollars, isSignInTried }: DataRequest,
  { wallets, call, fetch: send = withoutRedirects, tell = () => {} }: PaidDataParts,
): Promise<unknown> {
  const events: PayerEvent[] = []
  const options = { wallets, maxDollars, isSignInTried, fetch: send, approve: call.approve, onSigned: call.onSigned }
  const paidFetch = createPaidFetch({ ...options, onEvent: (event) => void events.push(event) })
  const accept = 'application/json, */*;q=0.8'
  try {
    const init = { method, headers: { accept, ...headers }, ...(body !== undefined && { body }) }
    const response = await paidFetch(url, init)
    if (!response.ok) throw new NoDataError(await describeFailure(response, url, events))
    const data = await readData(response).catch((error: unknown) => {
      const reason = error instanceof NoDataError ? error.message : 'The answer broke off.'
      throw new NoDataError(`${reason} ${wordsOnPayment(events)}`, { cause: error })
    })
    const [signed, settled] = [findEvent(events, 'signed'), findEvent(events, 'settled')]
    if (signed && settled)
      tell(`Paid ${signed.price} (${signed.requirements.scheme}): ${settled.settlement.transaction}`)
    if (findEvent(events, 'sign_in_accepted')) tell('Opened by signing in. Nothing was paid.')
    return data
  } catch (error) {
    throw error instanceof PayerError ? noDataBecause(error) : error
  } finally {
    await call.close()
  }
}

/** A payer's failure; where an address was not to be asked at all, with that. */
function noDataBecause(error: PayerError): NoDataError {
  const { cause } = error
  if (!(cause instanceof SafeFetchError) || error.code === 'ANSWER_LOST') return new NoDataError(error.message)
  const isRefused = cause.fault === 'address_refused' || cause.fault === 'url_refused'
  return new NoDataError(isRefused ? `${cause.message} Nothing was sent.` : `${error.message} ${cause.message}`)
}

function wordsOnPayment(events: PayerEvent[]): string {
  if (findEvent(events, 'settled')) return 'The payment was taken.'
  return findEvent(events, 'signed') ? 'A payment was signed, which may be taken.' : 'Nothing was paid.'
}

async function describeFailure(response: Response, url: URL, events: PayerEvent[]): Promise<string> {
  const location = redirectOf(response, url)
  if (location !== null) return `The server redirects to ${location}. ${wordsOnPayment(events)}`
  if (isAnswerGone(response))
    return 'Paid, answer lost: it was sent before and is not kept any more. Do not pay again without asking.'
  const rejection = findEvent(events, 'payment_rejected')
  if (rejection && events.some((event) => event.type === 'waiting' && event.reason === ANSWER_LOST))
    return `The answer was lost, and the server answers ${rejection.status} now. ${wordsOnPayment(events)}`
  if (rejection?.status === 402) return `The payment was rejected: ${describeRejection(rejection.reason)}.`
  const quoted = await readStart(response)
  const answer = `The server answers ${response.status}${quoted ? `: ${quoted}` : ''}`
  return findEvent(events, 'signed') ? `${answer.replace(/[.\s]*$/, '')}. ${wordsOnPayment(events)}` : answer
}

const MAX_QUOTED_CHARACTERS = 500

/** No more is read than is quoted: a stranger's error may have no end. */
async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const parts = partsWithin(body, { maxBytes: Number.MAX_SAFE_INTEGER, signal: AbortSignal.timeout(10_000) })
  try {
    for await (const part of parts) {
      text += decoder.decode(part, { stream: true })
      if (text.length >= MAX_QUOTED_CHARACTERS) break
    }
  } catch {
    // What came before it broke off, or before its time was over, is quoted.
  }
  return text.slice(0, MAX_QUOTED_CHARACTERS)
}
