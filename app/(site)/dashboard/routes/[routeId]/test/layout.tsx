import type { ReactNode } from 'react'
import { atChannelCheckout, ClientMessages } from '@/app/_site/client-messages'

export default function TestLayout({ children }: { children: ReactNode }) {
  return <ClientMessages of={atChannelCheckout}>{children}</ClientMessages>
}
