import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Namespace } from '@/lib/messages/translate'

/** What client components of every page use. */
const everywhere: Namespace[] = ['frame', 'forms']

/**
 * Gives the client components below the texts of these namespaces, besides those of every page. Server components
 * have all of them; what the browser gets is part of the page's weight.
 */
export async function ClientMessages({ of = [], children }: { of?: Namespace[]; children: ReactNode }) {
  const all = await getMessages()
  const messages = Object.fromEntries([...everywhere, ...of].map((namespace) => [namespace, all[namespace]]))
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
