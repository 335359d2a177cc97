import { useState } from 'react'
import type { Delivery } from '@/app/_checkout/delivery'
import { type CheckoutActs, useCheckout } from '@/app/_checkout/use-checkout'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { PaymentStore } from '@/lib/site/browser/kept-payment'
import type { Purchase } from '@/lib/site/browser/purchase'

export type Exchange = { challenge: unknown; payload: unknown; settlement: unknown; answer: Answer | null }

export type Answer = { status: number; type: string; bytes: number; text: string | null }

const nothing: Exchange = { challenge: null, payload: null, settlement: null, answer: null }

/** Buys the seller's own route with a wallet of this browser, and records the exchange. A test always pays. */
export function useTestPayment(
  purchase: Purchase,
  options: PaymentOption[],
): { acts: CheckoutActs; exchange: Exchange } {
  const [exchange, setExchange] = useState(nothing)
  const [store] = useState(createRecordedStore)
  const see = (part: Partial<Exchange>) => setExchange((before) => ({ ...before, ...part }))
  const acts = useCheckout({
    purchase,
    options,
    store,
    canSignIn: false,
    onEvent: (event) => {
      if (event.type === 'challenge') see({ challenge: event.paymentRequired })
    },
    onEnd: (end) => see({ payload: store.payload(), settlement: 'settlement' in end ? end.settlement : null }),
    deliver: (delivery) => see({ answer: answerOf(delivery) }),
  })
  const pay: CheckoutActs['pay'] = (wallet, option) => {
    setExchange(nothing)
    acts.pay(wallet, option)
  }
  return { exchange, acts: { ...acts, pay } }
}

function answerOf({ content, answer: { status } }: Delivery): Answer {
  URL.revokeObjectURL(content.address)
  const text = 'text' in content ? content.text.slice(0, 4_000) : null
  return { status, type: content.file.type, bytes: content.file.size, text }
}

/** A store of payments for one purchase on one page, which reports the signed payment; null before there is one. */
function createRecordedStore(): PaymentStore & { payload: () => unknown } {
  const items = new Map<string, string>()
  let last: string | null = null
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      last = value
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
    payload: () => (last === null ? null : decodeHeader(String(Reflect.get(JSON.parse(last), 'header')))),
  }
}

/** Base64 of UTF-8 JSON, which this page has just made itself. */
function decodeHeader(header: string): unknown {
  const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}
