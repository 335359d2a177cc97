import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { ALREADY_OWNED } from '@/lib/base/x402/reasons'
import type { ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import type { PurchaseEnd } from '@/lib/site/browser/buy'
import { channelKeyFor } from '@/lib/site/browser/channels/channel-store'
import type { ChannelLimits } from '@/lib/site/browser/channels/kept-channel'
import type { KeptPayment } from '@/lib/site/browser/kept-payment'
import { isPaymentKept, paymentStore, watchPayments } from '@/lib/site/browser/payment-store'
import { type Purchase, requestOf, sendFor } from '@/lib/site/browser/purchase'
import { queryKeys } from '@/lib/site/browser/query-keys'
import type { AnswerHead, Delivery } from './delivery'
import { type FailureMessage, messageOfEnd, messageOfError, notBought, notRefunded } from './failure-message'
import { readContent } from './read-content'

/** A checkout's state between the buyer's press and the content. */
export type Step =
  | { kind: 'ready' }
  | { kind: 'switching' | 'confirming' | 'settling' | 'waiting' | 'opening' | 'refunding' }
  /** A channel's balance is back in the wallet of the deposit; `amount` in words, null where it was back before. */
  | { kind: 'refunded'; amount: string | null }
  | { kind: 'failed'; failure: FailureMessage }

export const isBusy = ({ kind }: Step): boolean => kind !== 'ready' && kind !== 'failed' && kind !== 'refunded'

export type CheckoutActs = {
  step: Step
  pay: (wallet: ConnectedWallet, option: PaymentOption) => Promise<void>
  /** Sends the stored signed payment again, on the terms that it was signed on. */
  resume: () => Promise<void>
  signIn: (wallet: ConnectedWallet, option: PaymentOption) => Promise<void>
  switchTo: (wallet: ConnectedWallet, network: string) => Promise<void>
  /** Shows terms that have changed; without it the page is reloaded. */
  showNewTerms?: () => void
  /** A payment with an open outcome was signed in this browser, in any tab. */
  isPaymentKept: boolean
}

export type ChannelActs = {
  /** Pays one call out of the channel, after a deposit where there is one. */
  callByChannel: (option: PaymentOption, deposit: Deposit | null) => Promise<void>
  refundChannel: (option: PaymentOption) => Promise<void>
}

type Deposit = { wallet: ConnectedWallet; amountAtomic: bigint; limits?: ChannelLimits }

export type CheckoutInput = {
  purchase: Purchase
  options: PaymentOption[]
  canSignIn: boolean
  deliver: (delivery: Delivery) => void
  /** True for a refusal that means that it was bought before, which the caller shows. */
  isDone?: (reason: string | null) => boolean
  /** Requests the terms again; without it the page is reloaded. */
  onTermsChanged?: () => void
}

/** A buyer's acts at a checkout, one at a time, and the present step. */
export function useCheckout(input: CheckoutInput): CheckoutActs & ChannelActs {
  const { purchase, options, canSignIn, deliver, isDone, onTermsChanged } = input
  const t = useTranslations('checkout')
  const tWallet = useTranslations('wallet')
  const queries = useQueryClient()
  // One for each purchase: the end of an earlier one does not count for this one.
  const [steps, setSteps] = useState<ReadonlyMap<Purchase, Step>>(new Map())
  const step: Step = steps.get(purchase) ?? { kind: 'ready' }
  const setStep = (next: Step) => setSteps((before) => new Map(before).set(purchase, next))
  // Payments of this tab come with a step, and so are read then.
  const isKept = useSyncExternalStore(
    watchPayments,
    () => isPaymentKept(purchase),
    () => false,
  )

  const attempt = async (network: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      setStep({ kind: 'failed', failure: messageOfError(tWallet, error, network) })
    }
    // It tells whether money moved.
    void queries.invalidateQueries({ queryKey: queryKeys.balances })
  }

  const attemptRefund = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch {
      // Whatever went wrong, the money is where it was or on its way to its owner.
      setStep({ kind: 'failed', failure: notRefunded(t) })
    }
  }

  const finish = async (end: PurchaseEnd, option: PaymentOption) => {
    if (end.kind === 'refused' && isDone?.(end.reason)) return setStep({ kind: 'ready' })
    if (end.kind !== 'delivered') return setStep({ kind: 'failed', failure: messageOfEnd(t, end, canSignIn) })
    setStep({ kind: 'opening' })
    const { response } = end
    const content = await readContent(response, purchase.url)
    const isOwned = end.settlement?.extra?.reason === ALREADY_OWNED || (end.settlement === null && canSignIn)
    const paid = end.settlement && !isOwned ? { option, settlement: end.settlement, at: new Date() } : null
    const isElsewhere = purchase.send !== undefined
    const use = paid && option.channel ? { purchase, option } : null
    // What is kept is paid once: there is no next call of it.
    const [callAgain, budget] = canSignIn ? [null, use] : [use, null]
    deliver({ content, isOwned, paid, answer: headOf(response), isElsewhere, callAgain, budget })
    setStep({ kind: 'ready' })
  }

  const onEvent = (event: { type: string }) => {
    if (event.type === 'signed') setStep({ kind: 'settling' })
    if (event.type === 'waiting') setStep({ kind: 'waiting' })
  }

  return {
    step,
    isPaymentKept: isKept,
    pay: (wallet, option) =>
      attempt(option.network, async () => {
        setStep({ kind: 'confirming' })
        const { buy } = await import('@/lib/site/browser/buy')
        const end = await buy({
          purchase,
          ...termsOf(option),
          wallet: await wallet.toPayer(option.network),
          store: paymentStore(),
          onEvent,
        })
        await finish(end, option)
      }),
    resume: () =>
      attempt(options[0]?.network ?? '', async () => {
        setStep({ kind: 'settling' })
        const { findKeptPayment } = await import('@/lib/site/browser/kept-payment')
        const store = paymentStore()
        const kept = findKeptPayment(store, purchase)
        if (!kept) return setStep({ kind: 'ready' })
        const option = optionOf(kept.terms, options)
        await finish(await resumeAny({ purchase, kept, store, onEvent }, channelKeyFor(option)), option)
      }),
    callByChannel: (option, deposit) =>
      attempt(option.network, async () => {
        const channelKey = channelKeyFor(option)
        if (channelKey === null) return
        setStep({ kind: deposit ? 'confirming' : 'settling' })
        const { callByChannel } = await import('@/lib/site/browser/channels/call-by-channel')
        const account = deposit?.wallet.depositor
        const end = await callByChannel({
          purchase,
          ...termsOf(option),
          channelKey,
          deposit: deposit && account ? { account, amountAtomic: deposit.amountAtomic } : null,
          ...(deposit?.limits && { limits: deposit.limits }),
          store: paymentStore(),
          onEvent,
        })
        await finish(end, option)
      }),
    refundChannel: (option) =>
      attemptRefund(async () => {
        const channelKey = channelKeyFor(option)
        if (channelKey === null) return
        setStep({ kind: 'refunding' })
        const { refundByChannel } = await import('@/lib/site/browser/channels/refund-by-channel')
        const amountAtomic = await refundByChannel({ purchase, store: paymentStore(), channelKey })
        setStep({ kind: 'refunded', amount: amountAtomic > 0n ? amountInWords(amountAtomic, option) : null })
      }),
    signIn: (wallet, option) =>
      attempt(option.network, async () => {
        setStep({ kind: 'confirming' })
        await openSession(wallet, option.network)
        setStep({ kind: 'opening' })
        const response = await sendFor(purchase)(...requestOf(purchase))
        if (!response.ok) return setStep({ kind: 'failed', failure: notBought(t) })
        const content = await readContent(response, purchase.url)
        const answer = headOf(response)
        deliver({ content, answer, isOwned: true, paid: null, isElsewhere: false, callAgain: null, budget: null })
      }),
    switchTo: (wallet, network) =>
      attempt(network, async () => {
        setStep({ kind: 'switching' })
        await wallet.switchTo(network)
        setStep({ kind: 'ready' })
      }),
    ...(onTermsChanged && { showNewTerms: onTermsChanged }),
  }
}

/** Status and headers of an answer, for those who want to see them. */
export const headOf = ({ status, headers }: Response): AnswerHead => ({ status, headers: [...headers] })

/** Sends a stored payment again; for one out of a channel, the channel's state is stored too. */
async function resumeAny(
  kept: { purchase: Purchase; kept: KeptPayment; store: Storage; onEvent: (event: { type: string }) => void },
  channelKey: string | null,
): Promise<PurchaseEnd> {
  if (channelKey === null) return (await import('@/lib/site/browser/buy')).resumePurchase(kept)
  return (await import('@/lib/site/browser/channels/call-by-channel')).resumeCall({ ...kept, channelKey })
}

/** The signed option; its price may differ from the present one. */
function optionOf({ amount, ...terms }: KeptPayment['terms'], options: PaymentOption[]): PaymentOption {
  const inAsset = options.filter(({ network, asset }) => network === terms.network && asset === terms.asset)
  const same = inAsset.find(({ scheme }) => scheme === terms.scheme) ?? inAsset[0]
  const channel = same?.scheme === terms.scheme ? same.channel : undefined
  return {
    ...terms,
    amountAtomic: BigInt(amount),
    coin: same?.coin ?? null,
    timeoutSeconds: same?.timeoutSeconds ?? 0,
    ...(channel && { channel }),
  }
}

async function openSession(wallet: ConnectedWallet, network: string): Promise<void> {
  const { signInWith } = await import('@/lib/site/browser/sign-in')
  await signInWith(await wallet.toPayer(network))
}

export function termsOf({
  scheme,
  network,
  asset,
  amountAtomic,
  payTo,
  coin,
  timeoutSeconds,
  paysFirst,
}: PaymentOption) {
  if (!coin) throw new Error('Expected an asset whose worth is known.')
  return {
    agreed: {
      ...{ scheme, asset, amount: amountAtomic.toString(), payTo, paysFirst },
      network: network as `${string}:${string}`, // Was parsed as CAIP-2.
    },
    maxDollars: `$${formatAtomic(amountAtomic, coin.decimals)}`,
    timeoutSeconds,
  }
}
