'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { Checkout, type CheckoutProps } from './checkout'

const unchanging = () => () => {}

export function CheckoutHere(props: Omit<CheckoutProps, 'purchase'>) {
  const url = useSyncExternalStore(
    unchanging,
    () => `${window.location.pathname}${window.location.search}`,
    () => '',
  )
  const purchase = useMemo(() => ({ url, method: 'GET' as const }), [url])
  return <Checkout purchase={purchase} {...props} />
}
