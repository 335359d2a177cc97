import { createContext, useContext } from 'react'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { Purchase } from '@/lib/site/browser/purchase'
import type { Content } from './read-content'

export type AnswerHead = { status: number; headers: [string, string][] }

type ChannelUse = { purchase: Purchase; option: PaymentOption }

export type Delivery = {
  content: Content
  answer: AnswerHead
  /** The wallet or browser had it already: nothing was charged. */
  isOwned: boolean
  paid: { option: PaymentOption; settlement: SettleResponse; at: Date } | null
  /** The next call is paid like this one, out of the same channel; null where there is none. */
  callAgain: ChannelUse | null
  /** It was bought out of this budget, which may have a rest; null for another payment. */
  budget: ChannelUse | null
}

export type DeliveredProps = {
  delivery: Delivery
  title?: string
  /** The path of an article, at which its buyer saves it whole. */
  article?: string
  /** For a text that goes on at its own page: only its first section is shown, under a link there. */
  readOn?: { href: string; words: string; label: string }
  /** The page of the shop whose pass is sold. */
  passOf?: string
  isTechnical?: boolean
  contentClass?: string
}

export const AreaContext = createContext<{ deliver: (delivery: Delivery) => Promise<void>; showTerms: () => void }>({
  deliver: async () => {},
  showTerms: () => {},
})

export const useDeliver = () => useContext(AreaContext).deliver

export const useShowTerms = () => useContext(AreaContext).showTerms
