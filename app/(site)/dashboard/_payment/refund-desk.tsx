'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'

type Desk = {
  /** The refund whose seller has just pressed to send it: its wallet is asked without another press. */
  pressedFor: string | null
  setPressedFor: (refundId: string | null) => void
}

const DeskContext = createContext<Desk>({ pressedFor: null, setPressedFor: () => {} })

export function RefundDesk({ children }: { children: ReactNode }) {
  const [pressedFor, setPressedFor] = useState<string | null>(null)
  return <DeskContext value={{ pressedFor, setPressedFor }}>{children}</DeskContext>
}

export const useRefundDesk = (): Desk => useContext(DeskContext)
