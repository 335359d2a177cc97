import clsx from 'clsx'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { readPayment } from '../_server/seller-reads'
import { Opened } from './opened'
import { PaymentSheet } from './payment-sheet'

/** The payment that an address names as `open`, beside its list; null where it names none of the shop. */
export async function openPayment(open: string | string[] | undefined, closeHref: string) {
  const found = typeof open === 'string' ? await readPayment(open) : null
  if (!found) return null
  const t = await getTranslations('payments')
  return (
    <Opened id={found.payment.paymentId} label={t('one')} closeHref={closeHref}>
      <PaymentSheet found={found} level="h2" />
    </Opened>
  )
}

/** A list, and what was opened of it beside it; on a small screen in its place. */
export function Beside({ opened, children }: { opened: ReactNode; children: ReactNode }) {
  return (
    <div className={clsx('grid gap-8', opened && 'lg:grid-cols-[minmax(0,1fr)_24rem]')}>
      <div className={clsx('grid min-w-0 content-start gap-8', opened && 'max-lg:hidden')}>{children}</div>
      {opened}
    </div>
  )
}
