import type { PurchaseEnd } from '@/lib/browser/buy'
import { networkName } from '@/lib/x402/networks'
import { channelReasons } from '@/lib/x402/reasons'

/** What a person is told when something did not work: what happened, whether money moved, what to do next. */
export type FailureMessage = { title: string; detail: string; next: NextStep }

/** `retry` signs again, `resume` sends the signed payment again, `reload` shows the terms again. */
type NextStep = 'retry' | 'resume' | 'reload' | 'sign-in' | 'none'

type UndeliveredEnd = Exclude<PurchaseEnd, { kind: 'delivered' }>

/** Words for an attempt that was answered, but not with the content. `canSignIn`: the payer may open it again. */
export function messageOfEnd(end: UndeliveredEnd, canSignIn: boolean): FailureMessage {
  switch (end.kind) {
    case 'open':
      return {
        title: 'The outcome is not known yet',
        detail:
          'Your payment was sent and no final answer has come. This browser keeps it, also when you close the page: ask again, and the same payment is looked up. You cannot be charged twice.',
        next: 'resume',
      }
    case 'undelivered':
      return {
        title: 'Paid, and the content is still on its way',
        detail: 'The payment settled and the content could not be made. Ask again: it costs nothing more.',
        next: 'resume',
      }
    case 'missed':
      return missed
    case 'disputed':
      return wordsOfDispute(end)
    case 'not_now':
      return wordsOfOutage(end.reason, end.detail)
    case 'refused':
      if (end.reason === channelReasons.channelBusy) return otherCall
      if (end.reason === channelReasons.cumulativeExceedsBalance) return usedUp
      if (end.reason === 'payment_already_used') return wordsOfUsed(canSignIn)
      if (end.reason === 'authorization_already_used') return landedElsewhere
      return end.status === 402 ? wordsOfRefusal(end.reason, end.detail) : wordsOfBadRequest(end.detail)
  }
}

/** Words for an error thrown on the way: by the wallet, the payer or the network. */
export function messageOfError(error: unknown, network: string): FailureMessage {
  if (isDeclined(error)) {
    return {
      title: 'You declined in your wallet',
      detail: 'Nothing was signed and nothing was charged. You can try again whenever you like.',
      next: 'retry',
    }
  }
  const code = codeOf(error)
  if (code === 'TERMS_CHANGED') {
    return {
      title: 'The price has changed since this page was shown',
      detail: 'Nothing was signed and nothing was charged. Load the page again to see the new price before you decide.',
      next: 'reload',
    }
  }
  if (code === 'NOT_APPROVED') {
    return {
      title: 'A payment for this is open already',
      detail: 'It was signed in another tab of this browser. Nothing was signed now. Ask for its outcome first.',
      next: 'resume',
    }
  }
  if (code === 'SERVER_UNREACHABLE') {
    return {
      title: 'The shop does not answer',
      detail: 'Nothing was signed and nothing was charged. Check your connection and try again.',
      next: 'retry',
    }
  }
  if (code === 'SIGN_IN_NOT_TAKEN') {
    return { title: 'This wallet was not taken', detail: error instanceof Error ? error.message : '', next: 'retry' }
  }
  if (code === 'SIGN_IN_REFUSED') return wordsOfSignIn(error instanceof Error ? error.message : '')
  return {
    title: 'The payment could not be prepared',
    detail: `Nothing was charged. The wallet or ${networkName(network)} could not be reached as needed. Try again, or choose another way to pay.`,
    next: 'retry',
  }
}

/** Less lies in the channel than this browser believed. */
const usedUp: FailureMessage = {
  title: 'What you put aside is spent or has come back',
  detail:
    'Nothing was charged for this call. Put an amount aside again to go on; your library shows whether anything is left.',
  next: 'retry',
}

/** Another request is being answered out of the same channel. */
const otherCall: FailureMessage = {
  title: 'Another call is being answered',
  detail: 'What you put aside pays one call at a time. Nothing was charged for this one; call again in a moment.',
  next: 'retry',
}

/** The answer to a call out of a channel was sent once, and lost. */
const missed: FailureMessage = {
  title: 'The answer to this call was lost on its way',
  detail:
    'The call was made and charged once; what is left is shown here. The answer cannot be had again. Call again when you like: it is a new call.',
  next: 'retry',
}

/** What was left in a channel did not come back now. */
export const notRefunded: FailureMessage = {
  title: 'The rest has not come back yet',
  detail:
    'The seller did not give it back just now, or its answer is still open. Nothing is lost: try again in a few minutes, here or in your library. Your wallet can also take it back without the seller; the library says how.',
  next: 'retry',
}

/** The payment reached the seller by another way than this site. */
const landedElsewhere: FailureMessage = {
  title: 'This payment was used before it came here',
  detail:
    'Its money has reached the seller, and nothing was opened for it here. The seller sees it and can give it back.',
  next: 'none',
}

/** The wallet signed in, and has not bought this. */
export const notBought: FailureMessage = {
  title: 'This wallet has not bought it',
  detail: 'You are signed in and nothing was charged. Pay for it, or sign in with the wallet that paid.',
  next: 'retry',
}

function wordsOfDispute({ reason, hasLapsed }: Extract<PurchaseEnd, { kind: 'disputed' }>): FailureMessage {
  const said = `Its answer to your payment was lost, and now it refuses the same payment${reason === null ? '' : ` (${reason})`}.`
  if (hasLapsed) {
    return {
      title: 'The service refuses a payment that it may have taken',
      detail: `${said} Your balance shows whether it was taken. It has run out by now, so nobody can take it any more; a new payment is one of its own.`,
      next: 'retry',
    }
  }
  return {
    title: 'The service refuses a payment that it may have taken',
    detail: `${said} Your balance shows whether it was taken. If not, it runs out by itself within minutes; until then a new one could be a second one. This browser keeps it: ask again later.`,
    next: 'resume',
  }
}

function wordsOfOutage(reason: string | null, detail: string | null): FailureMessage {
  if (reason === 'facilitator_unreachable') {
    return {
      title: 'Payments cannot be checked just now',
      detail:
        'The service that settles payments does not answer. You were not charged; your signed payment is kept and can be sent again.',
      next: 'resume',
    }
  }
  if (reason === 'relay_refused') {
    return {
      title: 'The payment was not passed on',
      detail: `${detail ?? 'The relay of this site was busy.'} Nothing was charged; your signed payment is kept and can be sent again.`,
      next: 'resume',
    }
  }
  return {
    title: 'The content could not be made',
    detail: detail ?? 'You were not charged. The signed payment is kept and can be sent again.',
    next: 'resume',
  }
}

const wordsOfUsed = (canSignIn: boolean): FailureMessage => ({
  title: 'You have paid for this already',
  detail: canSignIn
    ? 'This payment was used before and nothing was charged again. Sign in with the wallet that paid to open it.'
    : 'This payment was used before, its answer was sent, and nothing was charged again. The receipt is in your library.',
  next: canSignIn ? 'sign-in' : 'none',
})

function wordsOfRefusal(reason: string | null, detail: string | null): FailureMessage {
  if (reason === 'insufficient_funds') {
    return {
      title: 'There is not enough in the wallet',
      detail: 'Another payment of yours may be holding the balance. You were not charged.',
      next: 'retry',
    }
  }
  if (reason !== null && /valid_before|expired|blockhash|valid_until/.test(reason)) {
    return {
      title: 'The signed payment ran out before it arrived',
      detail:
        'It was signed too long ago, or the clock of this device is slow. It can no longer be used and you were not charged. Sign a new one.',
      next: 'retry',
    }
  }
  return {
    title: 'The payment was not accepted',
    detail: detail ?? `You were not charged. The shop gives this reason: ${reason ?? 'none'}.`,
    next: 'retry',
  }
}

/** The seller's handler said no before anything was settled. */
const wordsOfBadRequest = (detail: string | null): FailureMessage => ({
  title: 'The shop cannot answer this request',
  detail: detail ?? 'It was refused before anything was settled. You were not charged.',
  next: 'retry',
})

function wordsOfSignIn(message: string): FailureMessage {
  const isLate = /expired|too_old|issued/.test(message)
  return {
    title: isLate ? 'The sign-in request ran out' : 'The sign-in was not accepted',
    detail: isLate
      ? 'It was signed too late. Nothing was charged. Sign the new one that comes when you try again.'
      : 'Nothing was charged. Try again with the wallet that paid.',
    next: 'retry',
  }
}

const codeOf = (error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : null)

/** Wallets say no in different words; EIP-1193 has a code for it. */
function isDeclined(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (codeOf(each) === 4001 || each.name === 'UserRejectedRequestError') return true
    if (/user (rejected|denied|declined|cancell?ed)|rejected the request/i.test(each.message)) return true
  }
  return false
}
