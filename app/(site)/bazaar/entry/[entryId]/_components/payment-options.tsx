import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { explorerAddress } from '@/app/(site)/bazaar/_components/explorer-address'
import { networkName } from '@/lib/base/x402/networks'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { Amount } from '@/lib/site/ui/amount'
import { CopyId } from '@/lib/site/ui/copy-id'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
export function PaymentOptions({ options }: { options: Omit<PaymentOption<bigint | null>, 'timeoutSeconds'>[] }) {
  const t = useTranslations('bazaarEntry.ways')
  return (
    <Section id="options" title={t('title')} className="grid gap-4">
      <DataTable
        caption={t('title')}
        isCaptionHidden
        rows={options}
        columns={[
          { title: t('price'), cell: (option) => <OptionPrice option={option} /> },
          { title: t('scheme'), cell: ({ scheme }) => scheme },
          {
            title: t('paidTo'),
            cell: ({ network, payTo }) => <Payee network={network} payTo={payTo} />,
          },
          {
            title: t('asset'),
            cell: ({ asset }) => (asset === '' ? t('notSaid') : <CopyId value={asset} name={t('assetId')} />),
          },
        ]}
        empty={<EmptyState title={t('noneTitle')}>{t('none')}</EmptyState>}
      />
      {options.some(paysByChannel) && (
        <p className="max-w-prose text-quiet">
          {t.rich('batch', { scheme: () => <code className="figures">batch-settlement</code> })}
        </p>
      )}
    </Section>
  )
}

function Payee({ network, payTo }: { network: string; payTo: string }) {
  const t = useTranslations('bazaarEntry.ways')
  if (payTo === '') return t('notSaid')
  return (
    <>
      <CopyId value={payTo} name={t('payeeId')} />
      <p>
        <Link href={explorerAddress({ payTo, network })} className="inline-flex min-h-11 items-center lg:min-h-8">
          {t('else')}
        </Link>
      </p>
    </>
  )
}

type OptionPriceProps = { option: Omit<PaymentOption<bigint | null>, 'payTo' | 'timeoutSeconds'> }

/** One option's price, and whether it is paid out of a deposit; atomic units where the asset's decimals are unknown. */
function OptionPrice({ option }: OptionPriceProps) {
  const t = useTranslations('optionPrice')
  if (!paysByChannel(option)) return <Price option={option} />
  return t.rich('ofDeposit', {
    price: () => <Price option={option} />,
    quiet: (words) => <span className="text-quiet">{words}</span>,
  })
}

function Price({ option: { scheme, network, asset, amountAtomic, coin } }: OptionPriceProps) {
  const t = useTranslations('optionPrice')
  const inDigits = useLocalDigits()
  if (amountAtomic !== null && coin)
    return <Amount amountAtomic={amountAtomic} {...coin} network={network} isMaximum={scheme === 'upto'} />
  const place = {
    network: networkName(network),
    where: (words: ReactNode) => <span className="text-quiet">{words}</span>,
  }
  return (
    <span className="tabular-nums">
      {amountAtomic === null
        ? t.rich('unknown', place)
        : t.rich('units', {
            ...place,
            isMaximum: String(scheme === 'upto'),
            amount: inDigits(amountAtomic.toString()),
            figure: (amount) => <span className="figures">{amount}</span>,
            asset: asset === '' ? t('unnamed') : shortenMiddle(asset),
            unit: (name) => (
              <span className="figures" title={asset}>
                {name}
              </span>
            ),
          })}
    </span>
  )
}
