import clsx from 'clsx'
import type { Metadata } from 'next'
import { useFormatter, useNow, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { atFullCheckout, ClientMessages } from '@/app/_components/client-messages'
import { MissingPage, missingMetadata } from '@/app/_components/missing-page'
import { sharedAs } from '@/app/_components/preview'
import { iconsOf } from '@/app/_server/icons'
import { siteFacts } from '@/app/_server/site-facts'
import { findLeast } from '@/lib/base/x402/payment-option'
import { headingOf } from '@/lib/base/x402/titles'
import type { EntryDetail } from '@/lib/bazaar/browse/load-entries'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { running } from '@/lib/site/compose/running'
import { inWords } from '@/lib/site/messages/in-words'
import { coinsInWords } from '@/lib/site/ui/amount'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { CopyId } from '@/lib/site/ui/copy-button'
import { DataTable } from '@/lib/site/ui/data-table'
import { Icon } from '@/lib/site/ui/goods-head'
import { Link } from '@/lib/site/ui/link'
import { EmptyState, Notice } from '@/lib/site/ui/notice'
import { PageLink } from '@/lib/site/ui/page-link'
import { Lines } from '@/lib/site/ui/receipt'
import { Folded } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { entryAddress, explorerAddress, hostOf, parseEntryId } from '../../_components/addresses'
import {
  answersInWords,
  isUnprovenTool,
  knownText,
  percentInWords,
  problemsInWords,
  recentUseInWords,
  sourceInWords,
} from '../../_components/facts-in-words'
import { CallPrice, nameOf, OptionPrice } from '../../_components/least-price'
import { Breakable, Warnings } from '../../_components/warnings'
import { AddTool, TryIt } from './_components/try-it'

type EntryPageProps = { params: Promise<{ entryId: string }> }
const load = cache(async (entryId: string) => {
  const key = parseEntryId(entryId)
  return key === null ? null : running('site').catalog.get(key)
})

export async function generateMetadata({ params }: EntryPageProps): Promise<Metadata> {
  const found = await load((await params).entryId)
  if (!found) return missingMetadata()
  const [t, tPrice] = await Promise.all([getTranslations('bazaar'), getTranslations('price')])
  const { entry } = found
  const { title, rest } = headingOf(entry)
  const least = findLeast(entry.options)?.least
  return sharedAs({
    title: t('titleOfPage', { title: title.slice(0, 80) }),
    description: rest ?? entry.description ?? t('description'),
    path: entryAddress(entry.key),
    price: least && least.amountAtomic !== null ? coinsInWords(tPrice, least.amountAtomic, least.coin) : '',
    by: hostOf(entry) ?? '',
    drawn: title,
  })
}

export default async function EntryPage({ params }: EntryPageProps) {
  const found = await load((await params).entryId)
  if (!found) return <MissingPage />
  const { entry, probes } = found
  const { title, rest } = headingOf(entry)
  const host = hostOf(entry)
  const [{ origin }, t] = await Promise.all([siteFacts(), getTranslations()])
  const isTool = entry.type === 'mcp'
  return (
    <div data-wide className="grid gap-8">
      <header className="grid gap-3">
        <p className="flex flex-wrap gap-x-6 text-small wrap-anywhere">
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            {t('bazaar.back')}
          </Link>
          {host && (
            <Link href={explorerAddress({ host })} className="inline-flex min-h-11 items-center">
              {t('bazaarEntry.everythingAt', { host })}
            </Link>
          )}
        </p>
        <div className="flex items-start gap-4">
          <Icon src={(await iconsOf([entry])).get(entry.resource)} size={40} />
          <h1
            dir="auto"
            className="max-w-[46rem] min-w-0 font-serif text-title font-strong wrap-anywhere sm:text-display"
          >
            <Breakable text={title} />
          </h1>
        </div>
        {rest && (
          <p dir="auto" className="max-w-measure wrap-anywhere">
            {rest}
          </p>
        )}
        <p className="figures text-small text-quiet">
          {isTool ? t('bazaar.terms.tool') : (entry.method ?? t('bazaar.terms.unknownMethod'))}{' '}
          <Breakable text={entry.resource} />
        </p>
        <TagList tags={entry.tags} />
      </header>
      <div className={clsx('grid gap-x-16 lg:grid-cols-2', isTool && 'gap-y-8')}>
        <div className="grid min-w-0 content-start gap-6">
          <HeadLine entry={entry} />
          <Warnings warnings={entry.warnings} />
          <Unproven entry={entry} hasHost={host !== null} />
          {(!isTool || entry.source === 'own') && (
            <ClientMessages of={[...atFullCheckout, 'bazaarTry']}>
              <TryIt entry={entry} origin={origin} />
            </ClientMessages>
          )}
          {isTool && <AddTool entry={entry} ownMcpUrl={entry.source === 'own' ? `${origin}/mcp` : null} />}
        </div>
        <div className={clsx('min-w-0 border-rule lg:self-start lg:border-t', isTool && 'border-t')}>
          <Folded title={t('bazaarEntry.ways.title')}>
            <PaymentOptions options={entry.options} />
          </Folded>
          <Folded title={t('bazaarEntry.takesAndGives')}>
            <Declared
              title={t('bazaarEntry.takes')}
              of={entry.inputSchemas ? { ...entry.input, schemas: entry.inputSchemas } : entry.input}
              empty={t('bazaarEntry.takesNothing')}
            />
            <Declared
              title={t('bazaarEntry.gives')}
              of={entry.outputSchema ? { ...entry.output, schema: entry.outputSchema } : entry.output}
              empty={t('bazaarEntry.givesNothing')}
            />
          </Folded>
          <Folded title={t('bazaarEntry.qualityAndHealth')}>
            <EntryQuality entry={entry} probes={probes} />
          </Folded>
          <Folded title={t('bazaarEntry.json')}>
            <CodeBlock
              code={JSON.stringify(running('site').catalog.present(entry), null, 2)}
              name={t('bazaarEntry.jsonName')}
            />
          </Folded>
        </div>
      </div>
    </div>
  )
}

/** A seller's declaration as it came. */
function Declared({ title, of, empty }: { title: string; of: Record<string, unknown> | null; empty: string }) {
  return (
    <section aria-label={title} className="grid content-start gap-2">
      <h3 className="text-small font-strong">{title}</h3>
      {of === null || Object.keys(of).length === 0 ? (
        <p className="text-quiet">{empty}</p>
      ) : (
        <CodeBlock code={JSON.stringify(of, null, 2)} name={title} />
      )}
    </section>
  )
}

/** The first questions: the price of a call, warnings, who else pays, and when it was last seen to answer. */
function HeadLine({ entry }: { entry: Entry }) {
  const [t, shared] = [useTranslations('bazaarEntry'), useTranslations('bazaar')]
  const format = useFormatter()
  const now = useNow()
  const { warnings, settlements, health, options } = entry
  const { state, text } = answersInWords(shared, entry)
  const seenAt = state === 'settled' ? health.lastProbedAt : null
  return (
    <div className="grid gap-1 border-t-2 border-ink pt-4">
      <p className="text-quiet">
        <CallPrice options={options} />
      </p>
      <p>
        {warnings.length === 0 && `${t('noWarnings')} · `}
        {t('payers', { count: settlements.organicPayers })}
        {' · '}
        <span className={state === 'refused' ? 'text-refused' : undefined}>
          {seenAt ? t('answered', { when: format.relativeTime(seenAt, now) }) : text}
        </span>
      </p>
    </div>
  )
}

function Unproven({ entry, hasHost }: { entry: Entry; hasHost: boolean }) {
  const t = useTranslations()
  if (!isUnprovenTool(entry)) return null
  return (
    <Notice tone="neutral" title={t('bazaar.facts.unproven')}>
      <p>
        {t(hasHost ? 'bazaarEntry.unproven.unseen' : 'bazaarEntry.unproven.nameAlone')}{' '}
        {t('bazaarEntry.unproven.terms', { isSettled: String(entry.source === 'settled') })}
      </p>
    </Notice>
  )
}

function TagList({ tags }: { tags: string[] }) {
  const t = useTranslations('bazaar.card')
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('tags')} className="-my-1 flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <li key={tag}>
          <PageLink
            href={explorerAddress({}, { tags: tag.toLowerCase() })}
            dir="auto"
            className="inline-flex min-h-11 lg:min-h-8 items-center text-small wrap-anywhere text-accent underline underline-offset-4"
          >
            {tag}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

type EntryQualityProps = { entry: Entry; probes: EntryDetail['probes'] }

/** The facts that a search ranks by, besides its words: proof, health, independent payers, doubts. */
function EntryQuality({ entry, probes }: EntryQualityProps) {
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
    recent: recentUseInWords(shared, settlements.last30Days),
    firstSeen: at(entry.firstSeenAt, 'never'),
    priceChanged: at(entry.priceChangedAt, 'neverChanged'),
    payeeChanged: at(entry.payeeChangedAt, 'neverChanged'),
    doubts: doubts.length === 0 ? t('noDoubts') : doubts.join(' '),
  }
  return (
    <section aria-label={t('title')} className="grid gap-4">
      <p className="text-small text-quiet">{t('about')}</p>
      <Lines lines={Object.entries(facts).map(([name, value]) => ({ key: name, label: t(name as 'source'), value }))} />
    </section>
  )
}

type QualityTexts = ReturnType<typeof useTranslations<'bazaarEntry.quality'>>

function problemInWords(t: QualityTexts, { problem, status }: EntryDetail['probes'][number]): string {
  const said = problem === null ? t('failed') : (knownText(t, `problems.${problem}`) ?? problem.replaceAll('_', ' '))
  return status === null ? said : t('withStatus', { outcome: said, status: String(status) })
}

function PaymentOptions({ options }: Pick<Entry, 'options'>) {
  const [t, tBoard] = [useTranslations('bazaarEntry.ways'), useTranslations('bazaar.board')]
  return (
    <DataTable
      caption={t('title')}
      isCaptionHidden
      rows={options}
      columns={[
        { title: t('price'), cell: (option) => <OptionPrice option={option} /> },
        { title: tBoard('on'), cell: ({ network }) => nameOf(network) },
        { title: t('scheme'), cell: ({ scheme }) => scheme },
        { title: t('paidTo'), cell: ({ network, payTo }) => <Payee network={network} payTo={payTo} /> },
        {
          title: t('asset'),
          cell: ({ asset }) => (asset === '' ? t('notSaid') : <CopyId value={asset} name={t('assetId')} />),
        },
      ]}
      empty={<EmptyState title={t('noneTitle')}>{t('none')}</EmptyState>}
    />
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
