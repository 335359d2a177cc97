'use client'

import clsx from 'clsx'
import { type ComponentType, createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { Purchase } from '@/lib/site/browser/purchase'
import type { Content } from './read-content'

export type Delivery = {
  content: Content
  /** The wallet or browser had it already: nothing was charged. */
  isOwned: boolean
  paid: { option: PaymentOption; settlement: SettleResponse; at: Date } | null
  /** It was paid out of a deposit, which may have a rest; what is `isKept` is not bought again. */
  rest: { purchase: Purchase; option: PaymentOption; isKept: boolean } | null
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
  contentClass?: string
}

const AreaContext = createContext<{ deliver: (delivery: Delivery) => Promise<void>; showTerms: () => void }>({
  deliver: async () => {},
  showTerms: () => {},
})

export const useDeliver = () => useContext(AreaContext).deliver

export const useShowTerms = () => useContext(AreaContext).showTerms

type PurchaseAreaProps = Omit<DeliveredProps, 'delivery'> & {
  termsClass?: string
  /** Follows the content. */
  after?: ReactNode
  children: ReactNode
}

/**
 * Holds the terms and the checkout until something is bought, and then the content, at the same address. The terms are
 * hidden rather than removed: the wallet behind them is still needed.
 */
export function PurchaseArea({ termsClass, after, children, ...rest }: PurchaseAreaProps) {
  const [delivery, setDelivery] = useState<{ bought: Delivery; Shown: ComponentType<DeliveredProps> } | null>(null)
  const terms = useRef<HTMLDivElement>(null)
  const area = useMemo(() => {
    const showTerms = () => {
      setDelivery(null)
      requestAnimationFrame(() => {
        terms.current?.focus({ preventScroll: true })
        terms.current?.scrollIntoView()
      })
    }
    // Loaded before the money moved. React would show nothing for a moment in place of a lazy component.
    const deliver = async (bought: Delivery) => {
      const { Delivered: Shown } = await import('./delivered')
      setDelivery({ bought, Shown })
    }
    return { deliver, showTerms }
  }, [])
  return (
    <AreaContext value={area}>
      <div ref={terms} tabIndex={-1} hidden={delivery !== null} className={clsx('outline-none', termsClass)}>
        {children}
      </div>
      {delivery && <delivery.Shown delivery={delivery.bought} {...rest} />}
      {delivery && after}
    </AreaContext>
  )
}
