import { NextIntlClientProvider } from 'next-intl'
import { getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Messages } from '@/lib/site/messages/catalog'
import type { Namespace } from '@/lib/site/messages/translate'
import { AddedMessages } from './added-messages'

const everywhere: Namespace[] = ['frame', 'ui', 'failure', 'forms']

export const atWallet: Namespace[] = ['wallet']
/** Texts of a checkout; `atFullCheckout` where schemes beyond `exact` and `upto` may be offered. */
export const atCheckout: Namespace[] = [...atWallet, 'checkout', 'price']
export const atFullCheckout: Namespace[] = [...atCheckout, 'channel', 'budget']

/**
 * Gives the client components below the texts of these namespaces, besides those that they have already; without any,
 * those of every page. Server components have all of them; the texts for the browser add to the page's weight.
 */
export async function ClientMessages({ of, children }: { of?: Namespace[]; children: ReactNode }) {
  const all = await getMessages()
  const messages: Partial<Messages> = Object.fromEntries(
    (of ?? everywhere).map((namespace) => [namespace, all[namespace]]),
  )
  if (of) return <AddedMessages messages={messages}>{children}</AddedMessages>
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>
}
