import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { ALREADY_OWNED } from '@/lib/base/x402/reasons'
import { channelKeyFor, watchChannels } from '@/lib/channels/browser/channel-store'
import { type KeptChannel, type KeptLimits, parseKeptChannel, sumsOf } from '@/lib/channels/browser/kept-channel'
import type { BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import type { BuyInput, PurchaseEnd } from '@/lib/site/browser/buy'
import type { KeptPayment, PaymentStore } from '@/lib/site/browser/kept-payment'
import { isPaymentKept, paymentStore, watchPayments } from '@/lib/site/browser/payment-store'
import { type Purchase, requestOf, sendFor } from '@/lib/site/browser/purchase'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { takesCookies } from '@/lib/site/browser/storage'
import type { AnswerHead, Delivery } from './delivery'
import { type FailureMessage, messageOfEnd, messageOfError, notBought, notRefunded } from './failure-message'
import { readContent } from './read-content'

type Busy = 'switching' | 'confirming' | 'settling' | 'waiting' | 'opening' | 'refunding'

export type Step =
  | { kind: 'ready' }
  | { kind: Busy }
  /** A channel's balance is back in the wallet of the deposit; `amount` in words, null where it was back before. */
  | { kind: 'refunded'; amount: string | null }
  | { kind: 'failed'; failure: FailureMessage }

export const isBusy = (step: Step): step is { kind: Busy } =>
  step.kind !== 'ready' && step.kind !== 'failed' && step.kind !== 'refunded'

export type CheckoutActs = {
  step: Step
  /** One that is new on the page and holds too little is not asked to sign. */
  pay: (wallet: ConnectedWallet, option: PaymentOption, isNew?: boolean) => void
  /** Sends the stored signed payment again, on the terms that it was signed on. */
  resume: () => void
  signIn: (wallet: ConnectedWallet, option: PaymentOption) => void
  switchTo: (wallet: ConnectedWallet, network: string) => void
  /** Shows terms that have changed; without it the page is reloaded. */
  showNewTerms?: () => void
  /** A payment with an open outcome was signed in this browser, in any tab. */
  isPaymentKept: boolean
}

export type ChannelActs = {
  /** Pays one call out of the channel, after a deposit where there is one. */
  callByChannel: (option: PaymentOption, deposit: DepositOrder | null) => void
  refundChannel: (option: PaymentOption) => void
}

type DepositOrder = { wallet: ConnectedWallet; amountAtomic: bigint; limits?: KeptLimits }

type CheckoutInput = {
  /** The end of an act counts only for the purchase that it was begun for. */
  purchase: Purchase
  options: PaymentOption[]
  canSignIn: boolean
  deliver: (delivery: Delivery) => Promise<void>
  /** Requests the terms again; without it the page is reloaded. */
  onTermsChanged?: () => void
}

const ready: Step = { kind: 'ready' }

/** A buyer's acts at a checkout, one at a time, and the present step. */
export function useCheckout(input: CheckoutInput): CheckoutActs & ChannelActs {
  const { purchase, options, canSignIn, deliver, onTermsChanged } = input
  const t = useTranslations('checkout')
  const tWallet = useTranslations('wallet')
  const queries = useQueryClient()
  const [now, setNow] = useState<{ purchase: Purchase; step: Step }>({ purchase, step: ready })
  // Payments of this tab come with a step, and so are read then.
  const isKept = useSyncExternalStore(
    watchPayments,
    () => isPaymentKept(purchase),
    () => false,
  )

  const show = (step: Step) => setNow((before) => (before.purchase === purchase ? { purchase, step } : before))
  const begin = (kind: Busy, network: string, act: () => Promise<Step>) => {
    setNow({ purchase, step: { kind } })
    const end = act().catch((error: unknown) => failed(messageOfError(tWallet, error, network)))
    // It tells whether money moved.
    void end.then(show).then(() => queries.invalidateQueries({ queryKey: queryKeys.balances }))
  }
  const onEvent: BuyInput['onEvent'] = (event) => {
    if (event.type === 'signed') show({ kind: 'settling' })
    if (event.type === 'waiting') show({ kind: 'waiting' })
  }

  const open = async (response: Response, bought: Omit<Delivery, 'content' | 'answer'>): Promise<Step> => {
    show({ kind: 'opening' })
    const isKept = canSignIn && !purchase.isAnonymous && takesCookies()
    const content = await readContent(response, purchase.url, isKept)
    await deliver({ content, answer: headOf(response), ...bought })
    return ready
  }
  const finish = async (end: PurchaseEnd, option: PaymentOption): Promise<Step> => {
    if (end.kind !== 'delivered') return failed(messageOfEnd(t, end, canSignIn))
    const { response, settlement } = end
    const isOwned = settlement?.extra?.reason === ALREADY_OWNED || (settlement === null && canSignIn)
    const paid = settlement && !isOwned ? { option, settlement, at: new Date() } : null
    const use = paid && option.channel ? { purchase, option } : null
    // What is kept is paid once: there is no next call of it.
    const [callAgain, budget] = canSignIn ? [null, use] : [use, null]
    return open(response, { isOwned, paid, callAgain, budget })
  }
  /** False also where the balance cannot be read, which keeps nobody from paying. */
  const isShort = async (wallet: ConnectedWallet, option: PaymentOption) => {
    const held = await queries.fetchQuery({ ...balanceQuery(wallet, option), staleTime: Infinity }).catch(() => null)
    return held !== null && held < option.amountAtomic
  }

  return {
    step: now.purchase === purchase ? now.step : ready,
    isPaymentKept: isKept,
    pay: (wallet, option, isNew = false) =>
      begin('confirming', option.network, async () => {
        if (isNew && (await isShort(wallet, option))) return ready
        const { buy } = await withDelivered(import('@/lib/site/browser/buy'))
        const payer = await wallet.toPayer(option.network)
        const end = await buy({ purchase, ...termsOf(option), wallet: payer, store: paymentStore(), onEvent })
        return finish(end, option)
      }),
    resume: () =>
      begin('settling', options[0]?.network ?? '', async () => {
        const { findKeptPayment } = await withDelivered(import('@/lib/site/browser/kept-payment'))
        const store = paymentStore()
        const kept = findKeptPayment(store, purchase)
        if (!kept) return ready
        const option = optionOf(kept.terms, options)
        return finish(await resumeAny({ purchase, kept, store, onEvent }, channelKeyFor(option)), option)
      }),
    callByChannel: (option, deposit) => {
      const channelKey = channelKeyFor(option)
      if (channelKey === null) return
      begin(deposit ? 'confirming' : 'settling', option.network, async () => {
        const { callByChannel } = await withDelivered(import('@/lib/channels/browser/call-by-channel'))
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
        return finish(end, option)
      })
    },
    refundChannel: (option) => {
      const channelKey = channelKeyFor(option)
      if (channelKey === null) return
      begin('refunding', option.network, async () => {
        try {
          const { refundByChannel } = await import('@/lib/channels/browser/refund-by-channel')
          const amountAtomic = await refundByChannel({ purchase, store: paymentStore(), channelKey })
          return { kind: 'refunded', amount: amountAtomic > 0n ? amountInWords(amountAtomic, option) : null }
        } catch {
          // Whatever went wrong, the money is where it was or on its way to its owner.
          return failed(notRefunded(t))
        }
      })
    },
    signIn: (wallet, option) =>
      begin('confirming', option.network, async () => {
        const { openByProof, signInWith } = await withDelivered(import('@/lib/site/browser/sign-in'))
        const payer = await wallet.toPayer(option.network)
        const isRemembered = takesCookies()
        if (isRemembered) await signInWith(payer)
        show({ kind: 'opening' })
        const response = await (isRemembered ? sendFor(purchase)(...requestOf(purchase)) : openByProof(payer, purchase))
        if (!response.ok) return failed(notBought(t))
        return open(response, { isOwned: true, paid: null, callAgain: null, budget: null })
      }),
    switchTo: (wallet, network) =>
      begin('switching', network, async () => {
        await wallet.switchTo(network)
        return ready
      }),
    ...(onTermsChanged && { showNewTerms: onTermsChanged }),
  }
}

const balanceQuery = (wallet: BrowserWallet, { network, asset }: PaymentOption) => ({
  queryKey: queryKeys.balance(wallet.status === 'connected' ? wallet.address : null, network, asset),
  queryFn: async () => (wallet.status === 'connected' ? wallet.readBalance(network, asset) : null),
  enabled: wallet.status === 'connected',
})

/** The connected wallet's balance of the asset; null while unknown, which never keeps anyone from paying. */
export function useBalance(wallet: BrowserWallet, option: PaymentOption) {
  const { data, isError, refetch } = useQuery(balanceQuery(wallet, option))
  return { balanceAtomic: isError ? null : (data ?? null), refresh: () => void refetch() }
}

const failed = (failure: FailureMessage): Step => ({ kind: 'failed', failure })

/** Loads what shows the content too, before money moves for it. */
async function withDelivered<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, import('./delivered')])
  return module
}

/** Status and headers of an answer, for those who want to see them. */
export const headOf = ({ status, headers }: Response): AnswerHead => ({ status, headers: [...headers] })

/** Sends a stored payment again; for one out of a channel, the channel's state is stored too. */
async function resumeAny(
  kept: { purchase: Purchase; kept: KeptPayment; store: PaymentStore; onEvent: BuyInput['onEvent'] },
  channelKey: string | null,
): Promise<PurchaseEnd> {
  if (channelKey === null) return (await import('@/lib/site/browser/buy')).resumePurchase(kept)
  return (await import('@/lib/channels/browser/call-by-channel')).resumeCall({ ...kept, channelKey })
}

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

function termsOf({ scheme, network, asset, amountAtomic, payTo, coin, timeoutSeconds, paysFirst }: PaymentOption) {
  if (!coin) throw new Error('Expected an asset whose worth is known.')
  return {
    agreed: {
      scheme,
      asset,
      amount: amountAtomic.toString(),
      payTo,
      paysFirst,
      network: network as `${string}:${string}`, // Was parsed as CAIP-2.
    },
    maxDollars: `$${formatAtomic(amountAtomic, coin.decimals)}`,
    timeoutSeconds,
  }
}

/** The channel of this browser that pays for an option, with a balance or used up; null before there is one. */
export function useKeptChannel(option: PaymentOption | null): KeptChannel | null {
  const kept = useStoredChannel(option)
  return kept && sumsOf(kept).balanceAtomic > 0n ? kept : null
}

export function useStoredChannel(option: PaymentOption | null): KeptChannel | null {
  const key = option && channelKeyFor(option)
  const text = useSyncExternalStore(
    watchChannels,
    () => (key === null ? null : paymentStore().getItem(key)),
    () => null,
  )
  return useMemo(() => parseKeptChannel(text), [text])
}
