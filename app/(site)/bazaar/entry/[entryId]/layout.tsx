import type { ReactNode } from 'react'
import { atChannelCheckout, ClientMessages } from '@/app/_site/client-messages'

/** An entry is called and paid for on its own page. */
export default function EntryLayout({ children }: { children: ReactNode }) {
  return <ClientMessages of={atChannelCheckout}>{children}</ClientMessages>
}
