import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { explorerAddress } from '@/app/(site)/bazaar/_components/addresses'
import {
  knownText,
  percentInWords,
  problemsInWords,
  recentUseInWords,
  sourceInWords,
} from '@/app/(site)/bazaar/_components/facts-in-words'
import { nameOf } from '@/app/(site)/bazaar/_components/least-price'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { EntryDetail } from '@/lib/bazaar/browse/load-entries'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { inWords } from '@/lib/site/messages/in-words'
import { Amount, useLocalDigits } from '@/lib/site/ui/amount'
import { CopyId } from '@/lib/site/ui/copy-button'
import { DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Lines } from '@/lib/site/ui/receipt'
import { Section } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'

type EntryQualityProps = { entry: Entry; probes: EntryDetail['probes'] }

/** The facts that a search ranks by, besides its words: proof, health, independent payers, doubts. */
export function EntryQuality({ entry, probes }: EntryQualityProps) {
  const t = useTranslations('bazaarEntry.quality')
  const shared = useTranslations('bazaar')
  const { health, settlements, warnings, problems } = entry
  const say = useTranslations('sentences')
  const doubts = [...warnings.map(({ text }) => inWords(say, text)), ...problemsInWords(shared, problems)]
  const at = (time: Date | null, other: 'never' | 'neverChanged') => (time ? <Timestamp at={time} /> : t(other))
  const [latest] = probes
  const up = String(probes.filter(({ isUp }) => isUp).length)
  const facts: Partial<Record<Parameters<typeof t>[0], ReactNode>> = {
    source: sourceInWords(shared, entry.source, entry.sourceLabel),
    version: t('versions', { version: String(entry.x402Version ?? '') }),
    lastCheck: at(health.lastProbedAt, 'never'),
    ...(latest && { checks: t('several', { up, count: String(probes.length) }) }),
    ...(latest && !latest.isUp && { problem: problemInWords(t, latest) }),
    answered30d: health.uptime30d === null ? t('never') : percentInWords(shared, health.uptime30d),
    time: health.latencyMs === null ? t('never') : t('milliseconds', { count: String(health.latencyMs) }),
    settled: settlements.total,
    payers: settlements.organicPayers,
    recent: recentUseInWords(shared, settlements.last30Days),
    ...(settlements.countedAt && { counted: at(settlements.countedAt, 'never') }),
    firstSeen: at(entry.firstSeenAt, 'never'),
    priceChanged: at(entry.priceChangedAt, 'neverChanged'),
    payeeChanged: at(entry.payeeChangedAt, 'neverChanged'),
    doubts: doubts.length === 0 ? t('noDoubts') : doubts.join(' '),
  }
  return (
    <Section id="quality" title={t('title')} className="grid content-start gap-4">
      <p className="max-w-measure text-quiet">{t('about')}</p>
      <Lines lines={Object.entries(facts).map(([name, value]) => ({ key: name, label: t(name as 'source'), value }))} />
    </Section>
  )
}

type QualityTexts = ReturnType<typeof useTranslations<'bazaarEntry.quality'>>

function problemInWords(t: QualityTexts, { problem, status }: EntryDetail['probes'][number]): string {
  const said = problem === null ? t('failed') : (knownText(t, `problems.${problem}`) ?? problem.replaceAll('_', ' '))
  return status === null ? said : t('withStatus', { outcome: said, status: String(status) })
}

export function PaymentOptions({ options }: { options: Omit<PaymentOption<bigint | null>, 'timeoutSeconds'>[] }) {
  const t = useTranslations('bazaarEntry.ways')
  return (
    <Section id="options" title={t('title')} className="grid gap-4">
      <DataTable
        caption={t('title')}
        isCaptionHidden
        rows={options}
        columns={[
          { title: t('price'), cell: (option) => <Price option={option} /> },
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

/** One option's price; atomic units where the asset's decimals are unknown. */
function Price({ option: { scheme, network, asset, amountAtomic, coin } }: OptionPriceProps) {
  const t = useTranslations('optionPrice')
  const inDigits = useLocalDigits()
  if (amountAtomic !== null && coin)
    return <Amount amountAtomic={amountAtomic} {...coin} network={network} isMaximum={scheme === 'upto'} />
  const place = { network: nameOf(network), isMaximum: String(scheme === 'upto') }
  if (amountAtomic === null) return t('unknown', place)
  const named = asset === '' ? t('unnamed') : shortenMiddle(asset)
  return t('units', { ...place, amount: inDigits(amountAtomic.toString()), asset: named })
}
