import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { explorerAddress } from '@/app/(site)/bazaar/_components/explorer-address'
import {
  healthInWords,
  knownText,
  percentInWords,
  problemsInWords,
  recentUseInWords,
  sourceInWords,
} from '@/app/(site)/bazaar/_components/facts-in-words'
import { networkName } from '@/lib/base/x402/networks'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { EntryDetail } from '@/lib/bazaar/browse/load-entries'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { inWords } from '@/lib/site/messages/in-words'
import { Amount } from '@/lib/site/ui/amount'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-id'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

/** The facts that a search ranks by, besides its words: proof, health, independent payers, doubts. */
export function EntryQuality({ entry }: { entry: Entry }) {
  const t = useTranslations('bazaarEntry.quality')
  const shared = useTranslations('bazaar')
  const { health, settlements } = entry
  const say = useTranslations('sentences')
  const doubts = [...entry.warnings.map(({ text }) => inWords(say, text)), ...problemsInWords(shared, entry.problems)]
  const words = healthInWords(shared, { ...entry, lastProbedAt: health.lastProbedAt })
  const changed = (at: Date | null) => (at === null ? t('neverChanged') : <Timestamp at={at} />)
  const uptime = (share: number | null) => (share === null ? t('notKnownYet') : percentInWords(shared, share))
  return (
    <Section id="quality" title={t('title')} className="grid content-start gap-4">
      <p className="max-w-measure text-quiet">{t('about')}</p>
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] text-small sm:grid-cols-[12rem_minmax(0,1fr)]">
        <Fact name={t('now')}>
          <Badge state={words.badge}>{words.text}</Badge>
        </Fact>
        <Fact name={t('source')}>{sourceInWords(shared, entry.source, entry.sourceLabel)}</Fact>
        <Fact name={t('version')}>{t('versions', { version: String(entry.x402Version ?? '') })}</Fact>
        <Fact name={t('lastCheck')}>{health.lastProbedAt ? <Timestamp at={health.lastProbedAt} /> : t('never')}</Fact>
        <Fact name={t('answered24h')}>{uptime(health.uptime24h)}</Fact>
        <Fact name={t('answered30d')}>{uptime(health.uptime30d)}</Fact>
        <Fact name={t('time')}>
          {health.latencyMs === null ? t('notKnownYet') : t('milliseconds', { count: String(health.latencyMs) })}
        </Fact>
        <Fact name={t('settled')}>{settlements.total}</Fact>
        <Fact name={t('organic')}>{settlements.organic}</Fact>
        <Fact name={t('payers')}>{settlements.organicPayers}</Fact>
        <Fact name={t('recent')}>{recentUseInWords(shared, settlements.last30Days)}</Fact>
        {settlements.countedAt && (
          <Fact name={t('counted')}>
            <Timestamp at={settlements.countedAt} />
          </Fact>
        )}
        <Fact name={t('firstSeen')}>
          <Timestamp at={entry.firstSeenAt} />
        </Fact>
        <Fact name={t('lastChanged')}>
          <Timestamp at={entry.lastUpdatedAt} />
        </Fact>
        <Fact name={t('priceChanged')}>{changed(entry.priceChangedAt)}</Fact>
        <Fact name={t('payeeChanged')}>{changed(entry.payeeChangedAt)}</Fact>
        <Fact name={t('doubts')}>
          <ul>
            {doubts.length === 0 && <li>{t('noDoubts')}</li>}
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </Fact>
      </dl>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid gap-x-4 border-b border-rule py-2">
      <dt className="text-quiet">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
export function HealthHistory({ probes, isOwn }: { probes: EntryDetail['probes']; isOwn: boolean }) {
  const t = useTranslations('bazaarEntry.health')
  const [latest] = probes
  return (
    <Section id="health" title={t('title')} className="grid content-start gap-4">
      {!latest ? (
        <p className="text-quiet">{t(isOwn ? 'own' : 'unchecked')}</p>
      ) : (
        <>
          <p>{lastChecksInWords(t, probes)}</p>
          <p>
            {t.rich('latest', {
              time: () => <Timestamp at={latest.probedAt} />,
              outcome: withStatus(t, latest.isUp ? t('answered') : problemInWords(t, latest.problem), latest.status),
            })}
          </p>
        </>
      )}
    </Section>
  )
}

type Texts = ReturnType<typeof useTranslations<'bazaarEntry.health'>>

function lastChecksInWords(t: Texts, probes: EntryDetail['probes']): string {
  const up = probes.filter(({ isUp }) => isUp).length
  if (probes.length === 1) return t('only', { isUp: String(up === 1) })
  return t('several', { up: String(up), count: String(probes.length) })
}

const problemInWords = (t: Texts, problem: string | null): string =>
  problem === null ? t('failed') : (knownText(t, `problems.${problem}`) ?? problem.replaceAll('_', ' '))

const withStatus = (t: Texts, outcome: string, status: number | null): string =>
  status === null ? outcome : t('withStatus', { outcome, status: String(status) })

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
