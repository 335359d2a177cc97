import { partsWithin } from '@/lib/base/x402/bounded-body'
import { isAnswerGone } from '@/lib/client/parse-exchange'
import { PayerError } from '@/lib/client/payer-error'
import type { PayerWallet } from '@/lib/client/wallet'
import { describeRejection } from '../pay/describe-rejection'
import { fetchByPass } from '../spending/fetch-by-pass'
import { type FollowedCall, followCall, type SpendingGuard } from '../spending/follow-call'
import { redirectOf, withoutRedirects } from '../without-redirects'
import { NoDataError, noDataBecause } from './no-data-error'
import { readData } from './read-data'

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
  guard: SpendingGuard
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
  request: DataRequest,
  { wallets, guard, fetch: send = withoutRedirects, tell }: PaidDataParts,
): Promise<unknown> {
  const { url, method = 'GET', headers, body } = request
  const call = followCall({ url, method }, guard)
  const { maxDollars, isSignInTried } = request
  try {
    const { response, passCall } = await fetchByPass({
      ...{ url, guard },
      init: {
        method,
        headers: { accept: 'application/json, */*;q=0.8', ...headers },
        ...(body !== undefined && { body }),
      },
      options: {
        ...{ wallets, maxDollars, isSignInTried, fetch: send },
        ...{ approve: call.approve, onSigned: call.sign, onEvent: call.note },
      },
    })
    await call.close(response.ok ? null : response.status)
    if (!response.ok) throw new NoDataError(await describeFailure(response, url, passCall ?? call))
    const data = await readOrExplain(response, call)
    const way = call.way()
    if (way !== null) tell?.(way)
    return data
  } catch (error) {
    await call.fail(error)
    if (error instanceof PayerError) throw noDataBecause(error)
    throw error
  }
}

async function readOrExplain(response: Response, call: FollowedCall): Promise<unknown> {
  try {
    return await readData(response)
  } catch (error) {
    const reason = error instanceof NoDataError ? error.message : 'The answer broke off.'
    throw new NoDataError(`${reason} ${wordsOnPayment(call)}`, { cause: error })
  }
}

function wordsOnPayment(call: FollowedCall): string {
  if (call.isPaid()) return 'The payment was taken.'
  return call.isSigned() ? 'A payment was signed, which may be taken.' : 'Nothing was paid.'
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

async function describeFailure(response: Response, url: URL, call: FollowedCall): Promise<string> {
  const location = redirectOf(response, url)
  if (location !== null) {
    if (call.isSigned()) return `The server redirects to ${location}. ${wordsOnPayment(call)}`
    return `The server redirects to ${location}. Nothing was paid; ask that address itself, if it is meant.`
  }
  if (isAnswerGone(response))
    return 'Paid, answer lost: it was sent before and is not kept any more. Do not pay again without asking.'
  const rejection = call.rejection()
  if (rejection && call.isAnswerLost())
    return `The answer was lost, and the server answers ${rejection.status} now. ${wordsOnPayment(call)}`
  if (rejection?.status === 402) return `The payment was rejected: ${describeRejection(rejection.reason)}.`
  const quoted = await readStart(response)
  const answer = `The server answers ${response.status}${quoted ? `: ${quoted}` : ''}`
  return call.isSigned() ? `${answer.replace(/[.\s]*$/, '')}. ${wordsOnPayment(call)}` : answer
}
