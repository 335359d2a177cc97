import { networkName } from '@/lib/base/x402/networks'
import { findWalletError } from '@/lib/site/browser/border/wallet-error'
import type { PurchaseEnd } from '@/lib/site/browser/buy'
import type { Messages } from '@/lib/site/messages/catalog'
import type { Translate } from '@/lib/site/messages/translate'
import { Notice } from '@/lib/site/ui/notice'

/** A message about a failure: what happened, whether money moved, what to do next. */
export type FailureMessage = { title: string; detail: string; next: NextStep; isDeclined?: true }

/** A failure, announced assertively. A holder who declined made a choice, and is not shown an error. */
export function FailureNotice({ failure: { title, detail, next, isDeclined } }: { failure: FailureMessage }) {
  const tone = next === 'resume' ? 'waiting' : isDeclined ? 'neutral' : 'refused'
  return (
    <Notice tone={tone} title={title} announce="assertive">
      <p>{detail}</p>
    </Notice>
  )
}

/** `retry` signs again, `resume` sends the signed payment again, `reload` shows the terms again. */
type NextStep = 'retry' | 'resume' | 'reload' | 'sign-in' | 'none'

type UndeliveredEnd = Exclude<PurchaseEnd, { kind: 'delivered' }>
type FailureTexts = Translate<'checkout'>
type EndName = keyof Messages['checkout']['failure']
/** A failure whose detail is one sentence, whatever led to it. */
type PlainName = {
  [Name in EndName]: Messages['checkout']['failure'][Name] extends { detail: string } ? Name : never
}[EndName]

const titled = (t: FailureTexts, name: EndName, detail: string, next: NextStep): FailureMessage => ({
  title: t(`failure.${name}.title`),
  detail,
  next,
})

const plain = (t: FailureTexts, name: PlainName, next: NextStep): FailureMessage =>
  titled(t, name, t(`failure.${name}.detail`), next)

/** In the server's own words, where it has any. */
const told = (t: FailureTexts, name: 'notPassedOn' | 'notMade' | 'badRequest', said: string | null, next: NextStep) =>
  said === null ? plain(t, name, next) : titled(t, name, t(`failure.${name}.said`, { said }), next)

/** Words for an attempt that was answered without the content. `canSignIn`: the payer may open it again. */
export function messageOfEnd(t: FailureTexts, end: UndeliveredEnd, canSignIn: boolean): FailureMessage {
  switch (end.kind) {
    case 'open':
    case 'undelivered':
      return plain(t, end.kind, 'resume')
    case 'missed':
    case 'otherCall':
    case 'usedUp':
    case 'unknownDeposit':
      return plain(t, end.kind, 'retry')
    case 'disputed': {
      const named = { hasReason: end.reason === null ? 'no' : 'yes', reason: end.reason ?? '' }
      const detail = t(end.hasLapsed ? 'failure.disputed.lapsed' : 'failure.disputed.waiting', named)
      return titled(t, 'disputed', detail, end.hasLapsed ? 'retry' : 'resume')
    }
    case 'not_now':
      if (end.reason === 'facilitator_unreachable') return plain(t, 'unchecked', 'resume')
      return told(t, end.reason === 'relay_refused' ? 'notPassedOn' : 'notMade', end.detail, 'resume')
    case 'refused': {
      // The payment reached the seller by another way than this site.
      if (end.reason === 'authorization_already_used') return plain(t, 'landedElsewhere', 'none')
      if (end.reason === 'payment_already_used') {
        const detail = t(canSignIn ? 'failure.used.signIn' : 'failure.used.once')
        return titled(t, 'used', detail, canSignIn ? 'sign-in' : 'none')
      }
      // The seller's handler refused before anything was settled.
      return end.status === 402 ? wordsOfRefusal(t, end.reason, end.detail) : told(t, 'badRequest', end.detail, 'retry')
    }
  }
}

/** Words for an error thrown by the wallet, the payer or the network: the texts are named by its code. */
export function messageOfError(t: Translate<'wallet'>, error: unknown, network: string): FailureMessage {
  const { fault = null, said = '' } = findWalletError(error) ?? {}
  const code = fault ?? (error instanceof Error ? Reflect.get(error, 'code') : null)
  const words = fault === null && error instanceof Error ? error.message : said
  const isLate = code === 'SIGN_IN_REFUSED' && /expired|too_old|issued/.test(words)
  const named = (isLate ? 'SIGN_IN_LATE' : code) as keyof Messages['wallet']['failure'] // Looked up on the next line.
  const name = t.has(`failure.${named}.title`) ? named : 'UNPREPARED'
  const detail = () => {
    if (words && name === 'SIGN_IN_NOT_TAKEN') return words
    if (words && name === 'REFUSED') return t('failure.REFUSED.said', { said: words })
    return t(`failure.${name}.detail`, { network: networkName(network) })
  }
  return {
    title: t(`failure.${name}.title`),
    detail: detail(),
    next: nextAfter[name] ?? 'retry',
    ...(name === 'DECLINED' && { isDeclined: true }),
  }
}

const nextAfter: Partial<Record<keyof Messages['wallet']['failure'], NextStep>> = {
  TERMS_CHANGED: 'reload',
  OVER_LIMIT: 'none',
  NOT_APPROVED: 'resume',
  NOT_KEPT: 'none',
}

export const notRefunded = (t: FailureTexts): FailureMessage => plain(t, 'notRefunded', 'retry')

export const notBought = (t: FailureTexts): FailureMessage => plain(t, 'notBought', 'retry')

function wordsOfRefusal(t: FailureTexts, reason: string | null, said: string | null): FailureMessage {
  if (reason === 'insufficient_funds') return plain(t, 'insufficient', 'retry')
  if (reason === 'payer_is_payee') return plain(t, 'ownWallet', 'retry')
  if (reason !== null && /valid_before|expired|blockhash|valid_until/.test(reason)) return plain(t, 'late', 'retry')
  // A server that only repeats that it wants payment says nothing of this one.
  const given =
    reason === null || /^payment.required$/i.test(reason)
      ? t('failure.refused.noReason')
      : t('failure.refused.reason', { reason })
  return titled(t, 'refused', said === null ? given : t('failure.refused.said', { said }), 'retry')
}
