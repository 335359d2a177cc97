import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { messageOfEnd, messageOfError } from '@/app/_checkout/failure-message'
import { readContent } from '@/app/_checkout/read-content'
import { type CheckoutActs, type Step, termsOf } from '@/app/_checkout/use-checkout'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import type { PurchaseEnd } from '@/lib/site/browser/buy'
import type { Purchase } from '@/lib/site/browser/purchase'
import { createRecordedStore } from '@/lib/site/browser/recorded-store'

export type Exchange = { challenge: unknown; payload: unknown; settlement: unknown; answer: Answer | null }

export type Answer = { status: number; type: string; bytes: number; text: string | null }

const nothing: Exchange = { challenge: null, payload: null, settlement: null, answer: null }

/** Buys the seller's own route with a wallet of this browser, and records the exchange. */
export function useTestPayment(purchase: Purchase): { acts: CheckoutActs; exchange: Exchange } {
  const t = useTranslations('checkout')
  const tWallet = useTranslations('wallet')
  const [step, setStep] = useState<Step>({ kind: 'ready' })
  const [exchange, setExchange] = useState(nothing)
  const [store] = useState(createRecordedStore)
  const [isPaymentKept, setIsPaymentKept] = useState(false)
  const seen = useRef(nothing)
  const network = useRef('')
  const see = (part: Partial<Exchange>) => {
    seen.current = { ...seen.current, ...part }
    setExchange(seen.current)
  }

  const onEvent = (event: { type: string; paymentRequired?: unknown }) => {
    if (event.type === 'challenge') see({ challenge: event.paymentRequired })
    if (event.type === 'signed') setStep({ kind: 'settling' })
    if (event.type === 'waiting') setStep({ kind: 'waiting' })
  }
  const finish = async (end: PurchaseEnd) => {
    const settlement = 'settlement' in end ? end.settlement : null
    see({ payload: store.payload(), settlement })
    setIsPaymentKept(end.kind === 'open' || end.kind === 'undelivered')
    if (end.kind !== 'delivered') return setStep({ kind: 'failed', failure: messageOfEnd(t, end, false) })
    see({ answer: await readAnswer(end.response, purchase.url) })
    setStep({ kind: 'ready' })
  }
  const attempt = async (asked: string, act: () => Promise<void>) => {
    network.current = asked
    try {
      await act()
    } catch (error) {
      setStep({ kind: 'failed', failure: messageOfError(tWallet, error, asked) })
    }
  }
  const pay = async (wallet: ConnectedWallet, option: PaymentOption) => {
    seen.current = nothing
    setExchange(nothing)
    setStep({ kind: 'confirming' })
    const { buy } = await import('@/lib/site/browser/buy')
    await finish(
      await buy({ purchase, ...termsOf(option), wallet: await wallet.toPayer(option.network), store, onEvent }),
    )
  }
  const resume = async () => {
    setStep({ kind: 'settling' })
    const { resumePurchase } = await import('@/lib/site/browser/buy')
    const { findKeptPayment } = await import('@/lib/site/browser/kept-payment')
    const kept = findKeptPayment(store, purchase)
    if (!kept) return setStep({ kind: 'ready' })
    await finish(await resumePurchase({ purchase, kept, store, onEvent }))
  }
  const switchTo = async (wallet: ConnectedWallet, network: string) => {
    setStep({ kind: 'switching' })
    await wallet.switchTo(network)
    setStep({ kind: 'ready' })
  }
  return {
    exchange,
    acts: {
      step,
      isPaymentKept,
      pay: (wallet, option) => attempt(option.network, () => pay(wallet, option)),
      resume: () => attempt(network.current, resume),
      switchTo: (wallet, network) => attempt(network, () => switchTo(wallet, network)),
      // A test always pays.
      signIn: async () => {},
    },
  }
}

async function readAnswer(response: Response, url: string): Promise<Answer> {
  const { status } = response
  const content = await readContent(response, url)
  URL.revokeObjectURL(content.address)
  const text = 'text' in content ? content.text.slice(0, 4_000) : null
  return { status, type: content.file.type, bytes: content.file.size, text }
}
