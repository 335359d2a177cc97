import { printable } from '@/lib/base/infra/print-lines'
import { isOnThisMachine } from '@/lib/client/chain-urls'
import { CliError } from './cli-error'
import { findAdvice } from './find-advice'
import { readEntries } from './receipts-command'
import type { PaidCall, SpendingGuard } from './spending/follow-call'

/** `line` is what a bazaar says against a payment, or that it is silent; null where there is nothing to say. */
type FirstAdvice = { isStop: boolean; line: string | null }

/** Asks a bazaar before a first payment to a host. A silent one stops nothing. */
export type AdviseFirst = (call: PaidCall) => Promise<FirstAdvice>

/** A payment waits no longer for it. */
const TIMEOUT_MS = 2_000

/** Who is about to pay has got terms: a bazaar that got none may know less, where it sends no input or cannot reach. */
const GOT_NO_TERMS = ['not_paid', 'no_answer']

export function adviseFirst(bazaar: URL, hasPaid: (host: string) => Promise<boolean>): AdviseFirst {
  return async ({ url, method }) => {
    if (await hasPaid(url.host)) return { isStop: false, line: null }
    try {
      const { verdict, reasons } = await findAdvice({ url: url.href, method }, bazaar, TIMEOUT_MS)
      if (verdict === 'pay') return { isStop: false, line: null }
      const stops = reasons.filter(({ effect }) => effect === 'stop')
      const mayKnowLess = method !== 'GET' || isOnThisMachine(url)
      const gotNoTerms = mayKnowLess && stops.length > 0 && stops.every(({ code }) => GOT_NO_TERMS.includes(code))
      const isStop = verdict === 'do_not_pay' && !gotNoTerms
      const texts = reasons.flatMap(({ effect, text }) =>
        effect === 'stop' || effect === 'care' ? [printable(text)] : [],
      )
      return { isStop, line: `The bazaar says ${isStop ? 'not to pay' : 'to pay with care'}: ${texts.join(' ')}` }
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      return { isStop: false, line: `${error.message} Nothing is known of ${url.host}.` }
    }
  }
}

/** Whether a file of payments has a settled one to a host. */
export const hasPaidBefore = (file: string) => async (host: string) =>
  (await readEntries(file)).some((entry) => entry.event === 'settled' && URL.parse(entry.url)?.host === host)

/** `confirm`, after a bazaar was asked: it stops what it says not to pay; `tell` gets what else it says. */
export function heedBazaar(
  advise: AdviseFirst | null,
  { tell, override }: { tell: (line: string) => void; override: string },
  confirm: SpendingGuard['confirm'] = async () => null,
): SpendingGuard['confirm'] {
  if (advise === null) return confirm
  return async (intent, call) => {
    const { isStop, line: advice } = await advise(call)
    if (isStop) return `${advice} Nothing was paid; ${override}`
    if (advice !== null) tell(advice)
    return confirm(intent, { ...call, advice })
  }
}
