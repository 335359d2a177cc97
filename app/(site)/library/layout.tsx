import type { ReactNode } from 'react'
import { atWallet, ClientMessages } from '@/app/_components/client-messages'

export default function LibraryLayout({ children }: { children: ReactNode }) {
  return <ClientMessages of={atWallet}>{children}</ClientMessages>
}
