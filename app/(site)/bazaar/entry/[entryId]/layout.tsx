import type { ReactNode } from 'react'
import { atChannelCheckout, ClientMessages } from '@/app/_components/client-messages'

export default function EntryLayout({ children }: { children: ReactNode }) {
  return <ClientMessages of={atChannelCheckout}>{children}</ClientMessages>
}
