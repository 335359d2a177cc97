'use client'

import clsx from 'clsx'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { AreaContext, type Delivery } from './delivery'

export type PurchaseAreaProps = {
  title?: string
  /** The path of an article, at which its buyer saves it whole. */
  article?: string
  /** For a text that goes on at its own page: only its first section is shown, under a link there. */
  readOn?: { href: string; words: string; label: string }
  /** The page of the shop whose pass is sold. */
  passOf?: string
  /** The resource on sale; another one shows its terms in place of the content bought before. */
  subject?: unknown
  isTechnical?: boolean
  termsClass?: string
  contentClass?: string
  children: ReactNode
}

const Delivered = lazy(async () => ({ default: (await import('./delivered')).Delivered }))

/**
 * Holds the terms and the checkout until something is bought, and then the content, at the same address. The terms are
 * hidden rather than removed: the wallet behind them is still needed.
 */
export function PurchaseArea({ subject, termsClass, children, ...rest }: PurchaseAreaProps) {
  const [delivery, setDelivery] = useState<Delivery | null>(null)
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
    return { deliver: (bought: Delivery) => setDelivery(bought), showTerms }
  }, [])
  return (
    <AreaContext value={area}>
      <div ref={terms} tabIndex={-1} hidden={delivery !== null} className={clsx('outline-none', termsClass)}>
        {children}
      </div>
      {delivery && (
        <Suspense>
          <Delivered delivery={delivery} {...rest} />
        </Suspense>
      )}
    </AreaContext>
  )
}
