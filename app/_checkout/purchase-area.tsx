'use client'

import clsx from 'clsx'
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from 'react'
import { AreaContext, type DeliveredProps, type Delivery } from './delivery'

type PurchaseAreaProps = Omit<DeliveredProps, 'delivery'> & {
  /** The resource on sale; another one shows its terms in place of the content bought before. */
  subject?: unknown
  termsClass?: string
  children: ReactNode
}

/**
 * Holds the terms and the checkout until something is bought, and then the content, at the same address. The terms are
 * hidden rather than removed: the wallet behind them is still needed.
 */
export function PurchaseArea({ subject, termsClass, children, ...rest }: PurchaseAreaProps) {
  const [delivery, setDelivery] = useState<{ bought: Delivery; Shown: ComponentType<DeliveredProps> } | null>(null)
  const [shownSubject, setShownSubject] = useState(subject)
  if (subject !== shownSubject) {
    setShownSubject(subject)
    setDelivery(null)
  }
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
    </AreaContext>
  )
}
