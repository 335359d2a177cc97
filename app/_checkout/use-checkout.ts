import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import { isTransfer, type PaymentOption } from '@/lib/base/x402/payment-option'
import { ALREADY_OWNED } from '@/lib/base/x402/reasons'
import type { BrowserWallet, ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import type { BuyInput, PurchaseEnd } from '@/lib/site/browser/buy'
import type { KeptPayment } from '@/lib/site/browser/kept-payment'
import { isPaymentKept, paymentStore, watchPayments } from '@/lib/site/browser/payment-store'
import { type Purchase, requestOf, sendFor } from '@/lib/site/browser/purchase'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { takesCookies } from '@/lib/site/browser/storage'
import type { Translate } from '@/lib/site/messages/translate'
import type { Delivery } from './delivery'
import { type FailureMessage, messageOfEnd, messageOfError, notBought } from './failure-message'
import { readContent } from './read-content'

type Busy = 'switching' | 'confirming' | 'settling' | 'waiting' | 'opening' | 'refunding'

export type Step =
  | { kind: 'ready' }
  | { kind: Busy }
  /** A deposit's rest is back in its wallet; `amount` in words, null where it was back before. */
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
  /** An act of a scheme beyond `exact` and `upto`. */
  run: (kind: Busy, network: string, act: (tools: ActTools) => Promise<Step>) => void
  /** Shows terms that have changed; without it the page is reloaded. */
  showNewTerms?: () => void
  /** A payment with an open outcome was signed in this browser, in any tab. */
  isPaymentKept: boolean
}

type ActTools = {
  purchase: Purchase
  t: Translate<'checkout'>
  onEvent: BuyInput['onEvent']
  finish: (end: PurchaseEnd, option: PaymentOption) => Promise<Step>
}

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
export function useCheckout(input: CheckoutInput): CheckoutActs {
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

  const open = async (response: Response, bought: Omit<Delivery, 'content'>): Promise<Step> => {
    show({ kind: 'opening' })
    const isKept = canSignIn && !purchase.isAnonymous && takesCookies()
    const content = await readContent(response, purchase.url, isKept)
    await deliver({ content, ...bought })
    return ready
  }
  const finish = async (end: PurchaseEnd, option: PaymentOption): Promise<Step> => {
    if (end.kind !== 'delivered') return failed(messageOfEnd(t, end, canSignIn))
    const { response, settlement } = end
    const isOwned = settlement?.extra?.reason === ALREADY_OWNED || (settlement === null && canSignIn)
    const paid = settlement && !isOwned ? { option, settlement, at: new Date() } : null
    // What is kept is paid once: there is no next call of it.
    const rest = paid && !isTransfer(option) ? { purchase, option, isKept: canSignIn } : null
    return open(response, { isOwned, paid, rest })
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
        const { otherSchemes } = await import('./other-schemes')
        const { resumePurchase } = await import('@/lib/site/browser/buy')
        const resume = isTransfer(option) ? resumePurchase : otherSchemes.resume(option)
        return finish(await resume({ purchase, kept, store, onEvent }), option)
      }),
    signIn: (wallet, option) =>
      begin('confirming', option.network, async () => {
        const { openByProof, signInWith } = await withDelivered(import('@/lib/site/browser/sign-in'))
        const payer = await wallet.toPayer(option.network)
        const isRemembered = takesCookies()
        if (isRemembered) await signInWith(payer)
        show({ kind: 'opening' })
        const response = await (isRemembered ? sendFor(purchase)(...requestOf(purchase)) : openByProof(payer, purchase))
        if (!response.ok) return failed(notBought(t))
        return open(response, { isOwned: true, paid: null, rest: null })
      }),
    switchTo: (wallet, network) =>
      begin('switching', network, async () => {
        await wallet.switchTo(network)
        return ready
      }),
    run: (kind, network, act) => void begin(kind, network, () => act({ purchase, t, onEvent, finish })),
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

export const failed = (failure: FailureMessage): Step => ({ kind: 'failed', failure })

/** Loads what shows the content too, before money moves for it. */
export async function withDelivered<Module>(code: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([code, import('./delivered')])
  return module
}

function optionOf({ amount, ...terms }: KeptPayment['terms'], options: PaymentOption[]): PaymentOption {
  const inAsset = options.filter(({ network, asset }) => network === terms.network && asset === terms.asset)
  const same = inAsset.find(({ scheme }) => scheme === terms.scheme) ?? inAsset[0]
  const extra = same?.scheme === terms.scheme ? same.extra : undefined
  return {
    ...terms,
    amountAtomic: BigInt(amount),
    coin: same?.coin ?? null,
    timeoutSeconds: same?.timeoutSeconds ?? 0,
    ...(extra && { extra }),
  }
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
