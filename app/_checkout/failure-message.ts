import { networkName } from '@/lib/base/x402/networks'
import { channelReasons } from '@/lib/base/x402/reasons'
import { findWalletError, type WalletError } from '@/lib/site/browser/border/wallet-error'
import type { PurchaseEnd } from '@/lib/site/browser/buy'
import type { Translate } from '@/lib/site/messages/translate'

/** A message about a failure: what happened, whether money moved, what to do next. */
export type FailureMessage = { title: string; detail: string; next: NextStep; isDeclined?: true }

/** `retry` signs again, `resume` sends the signed payment again, `reload` shows the terms again. */
type NextStep = 'retry' | 'resume' | 'reload' | 'sign-in' | 'none'

type UndeliveredEnd = Exclude<PurchaseEnd, { kind: 'delivered' }>

type Texts = Translate<'checkout'>

type Plain =
  | 'open'
  | 'undelivered'
  | 'missed'
  | 'otherCall'
  | 'usedUp'
  | 'unknownChannel'
  | 'landedElsewhere'
  | 'notRefunded'
  | 'notBought'
  | 'unchecked'
  | 'insufficient'
  | 'ownWallet'
  | 'late'

const plain = (t: Texts, name: Plain, next: NextStep): FailureMessage => ({
  title: t(`failure.${name}.title`),
  detail: t(`failure.${name}.detail`),
  next,
})

/** The reasons of refusals that mean the same whatever their status. */
const byReason = new Map<string | null, [name: Plain, next: NextStep]>([
  // Another request is being answered out of the same channel.
  [channelReasons.channelBusy, ['otherCall', 'retry']],
  // The channel's balance is lower than this browser believed.
  [channelReasons.cumulativeExceedsBalance, ['usedUp', 'retry']],
  // The shop has lost its record of the channel, as after a restore.
  [channelReasons.openedElsewhere, ['unknownChannel', 'retry']],
  // The payment reached the seller by another way than this site.
  ['authorization_already_used', ['landedElsewhere', 'none']],
])

/** Words for an attempt that was answered without the content. `canSignIn`: the payer may open it again. */
export function messageOfEnd(t: Texts, end: UndeliveredEnd, canSignIn: boolean): FailureMessage {
  switch (end.kind) {
    case 'open':
    case 'undelivered':
      return plain(t, end.kind, 'resume')
    // The answer to a call out of a channel was sent once, and lost.
    case 'missed':
      return plain(t, 'missed', 'retry')
    case 'disputed':
      return wordsOfDispute(t, end)
    case 'not_now':
      return wordsOfOutage(t, end.reason, end.detail)
    case 'refused': {
      const known = byReason.get(end.reason)
      if (known) return plain(t, ...known)
      if (end.reason === 'payment_already_used') return wordsOfUsed(t, canSignIn)
      return end.status === 402 ? wordsOfRefusal(t, end.reason, end.detail) : wordsOfBadRequest(t, end.detail)
    }
  }
}

/** Words for an error thrown by the wallet, the payer or the network. */
export function messageOfError(t: Translate<'wallet'>, error: unknown, network: string): FailureMessage {
  const words = (
    name: 'termsChanged' | 'overLimit' | 'openAlready' | 'unreachable' | 'noCode' | 'gone',
    next: NextStep,
  ): FailureMessage => ({
    title: t(`failure.${name}.title`),
    detail: t(`failure.${name}.detail`),
    next,
  })
  const walletError = findWalletError(error)
  if (walletError) return messageOfWallet(t, walletError)
  const code = codeOf(error)
  if (code === 'TERMS_CHANGED') return words('termsChanged', 'reload')
  if (code === 'OVER_LIMIT') return words('overLimit', 'none')
  if (code === 'NOT_APPROVED') return words('openAlready', 'resume')
  if (code === 'SERVER_UNREACHABLE') return words('unreachable', 'retry')
  if (code === 'NO_WALLET_CODE') return words('noCode', 'retry')
  if (code === 'WALLET_GONE') return words('gone', 'retry')
  const said = error instanceof Error ? error.message : ''
  if (code === 'SIGN_IN_NOT_TAKEN') {
    return { title: t('failure.notTaken.title'), detail: said || t('failure.notTaken.detail'), next: 'retry' }
  }
  if (code === 'SIGN_IN_REFUSED') return wordsOfSignIn(t, said)
  return {
    title: t('failure.unprepared.title'),
    detail: t('failure.unprepared.detail', { network: networkName(network) }),
    next: 'retry',
  }
}

/** Words for a wallet that did not do what it was asked for. */
function messageOfWallet(t: Translate<'wallet'>, { fault, said }: WalletError): FailureMessage {
  const name = walletFailures[fault]
  const detail = fault === 'REFUSED' && said ? t('failure.walletRefused.said', { said }) : t(`failure.${name}.detail`)
  return { title: t(`failure.${name}.title`), detail, next: 'retry', ...(fault === 'DECLINED' && { isDeclined: true }) }
}

const walletFailures = {
  DECLINED: 'declined',
  NO_ACCOUNT: 'noAccount',
  REQUEST_OPEN: 'requestOpen',
  NO_SIGNATURE: 'noSignature',
  CANNOT_SIGN_MESSAGES: 'noMessages',
  REFUSED: 'walletRefused',
} as const

/** A channel's balance was not returned this time. */
export const notRefunded = (t: Texts): FailureMessage => plain(t, 'notRefunded', 'retry')

/** The wallet signed in, and has not bought this. */
export const notBought = (t: Texts): FailureMessage => plain(t, 'notBought', 'retry')

function wordsOfDispute(t: Texts, { reason, hasLapsed }: Extract<PurchaseEnd, { kind: 'disputed' }>): FailureMessage {
  const named = { hasReason: reason === null ? 'no' : 'yes', reason: reason ?? '' }
  return {
    title: t('failure.disputed.title'),
    detail: t(hasLapsed ? 'failure.disputed.lapsed' : 'failure.disputed.waiting', named),
    next: hasLapsed ? 'retry' : 'resume',
  }
}

function wordsOfOutage(t: Texts, reason: string | null, detail: string | null): FailureMessage {
  if (reason === 'facilitator_unreachable') return plain(t, 'unchecked', 'resume')
  if (reason === 'relay_refused') {
    return {
      title: t('failure.notPassedOn.title'),
      detail: detail === null ? t('failure.notPassedOn.detail') : t('failure.notPassedOn.said', { said: detail }),
      next: 'resume',
    }
  }
  const said = detail === null ? t('failure.notMade.detail') : t('failure.notMade.said', { said: detail })
  return { title: t('failure.notMade.title'), detail: said, next: 'resume' }
}

const wordsOfUsed = (t: Texts, canSignIn: boolean): FailureMessage => ({
  title: t('failure.used.title'),
  detail: t(canSignIn ? 'failure.used.signIn' : 'failure.used.once'),
  next: canSignIn ? 'sign-in' : 'none',
})

function wordsOfRefusal(t: Texts, reason: string | null, detail: string | null): FailureMessage {
  if (reason === 'insufficient_funds') return plain(t, 'insufficient', 'retry')
  if (reason === 'payer_is_payee') return plain(t, 'ownWallet', 'retry')
  if (reason !== null && /valid_before|expired|blockhash|valid_until/.test(reason)) return plain(t, 'late', 'retry')
  const given = reason === null ? t('failure.refused.noReason') : t('failure.refused.reason', { reason })
  const said = detail === null ? given : t('failure.refused.said', { said: detail })
  return { title: t('failure.refused.title'), detail: said, next: 'retry' }
}

/** The seller's handler refused before anything was settled. */
const wordsOfBadRequest = (t: Texts, detail: string | null): FailureMessage => ({
  title: t('failure.badRequest.title'),
  detail: detail === null ? t('failure.badRequest.detail') : t('failure.badRequest.said', { said: detail }),
  next: 'retry',
})

function wordsOfSignIn(t: Translate<'wallet'>, message: string): FailureMessage {
  const how = /expired|too_old|issued/.test(message) ? 'signInLate' : 'signInRefused'
  return { title: t(`failure.${how}.title`), detail: t(`failure.${how}.detail`), next: 'retry' }
}

const codeOf = (error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : null)
