import type { ReactNode } from 'react'
import { atChannelCheckout, ClientMessages } from '@/app/_site/client-messages'

/** A seller pays for its own route here. */
export default function TestLayout({ children }: { children: ReactNode }) {
  return <ClientMessages of={atChannelCheckout}>{children}</ClientMessages>
}
