'use client'

import { useTranslations } from 'next-intl'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { type KeptChannel, sumsOf } from '@/lib/site/browser/channels/kept-channel'
import type { Translate } from '@/lib/site/messages/translate'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Receipt } from '@/lib/site/ui/receipt'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

export function ChannelBalance({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const t = useTranslations('channel')
  const { balanceAtomic, chargedAtomic, leftAtomic } = sumsOf(channel)
  const inDigits = useLocalDigits()
  const figures = (amountAtomic: bigint) => (
    <span className="figures">{inDigits(amountInWords(amountAtomic, option))}</span>
  )
  return (
    <Receipt
      lines={[
        { label: t('putAside'), value: figures(balanceAtomic) },
        {
          label: t('forSeller'),
          value: <CopyId value={option.payTo} name={t('sellerAddress')} />,
        },
        { label: t('calls'), value: figures(chargedAtomic) },
      ]}
      totals={[
        {
          label: t('left'),
          value: (
            <>
              {figures(leftAtomic)}
              <span className="block text-small font-regular text-quiet">{callsLeft(t, leftAtomic, option)}</span>
            </>
          ),
        },
      ]}
    />
  )
}

export const callsFor = (amountAtomic: bigint, { amountAtomic: price }: PaymentOption): bigint =>
  price > 0n ? amountAtomic / price : 0n

/** "for 97 more calls". */
export function callsLeft(t: Translate<'channel'>, leftAtomic: bigint, option: PaymentOption): string {
  const count = callsFor(leftAtomic, option)
  return count === 0n ? t('tooLittle') : t('moreCalls', { count: Number(count) })
}
