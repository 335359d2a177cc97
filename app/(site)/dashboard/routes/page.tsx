import { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { SearchForm } from '@/app/_components/search-form'
import { localDigits } from '@/lib/base/x402/local-digits'
import { networkName } from '@/lib/base/x402/networks'
import type { RouteSummary } from '@/lib/shop/sellers/routes/routes'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { Page } from '../../_components/page'
import { DoneNotice, PayeeFirst, RouteBadge } from '../_components/notices'
import { read, readOwnShop, titledForSellers } from '../_server/dashboard'
import { KindChoices } from './_components/kind-choices'

export const generateMetadata = titledForSellers('routes.title')

export default async function RoutesPage({ searchParams }: PageProps<'/dashboard/routes'>) {
  const { q, after, done } = await searchParams
  const search = typeof q === 'string' ? q.slice(0, 100) : ''
  const [t, locale] = await Promise.all([getTranslations('routes'), getLocale()])
  const { seller } = await readOwnShop()
  const [{ routes, nextCursor }, { gateways }] = await Promise.all([
    read('listRoutes', { search, ...(typeof after === 'string' && { cursor: after }) }),
    read('listGateways'),
  ])
  return (
    <Page title={t('title')} about={t('intro')}>
      <DoneNotice done={done} />
      {seller.payees.length === 0 && <PayeeFirst />}
      {(search !== '' || nextCursor !== null || routes.length > 10) && (
        <SearchForm action="/dashboard/routes" label={t('search.label')} search={search} send={t('search.button')} />
      )}
      <DataTable
        caption={t('yours')}
        isCaptionHidden
        columns={columnsIn(t, locale)}
        rows={routes}
        rowKey={(row) => row.routeId}
        empty={<NoRoutes search={search} />}
        next={{ label: t('more'), path: '/dashboard/routes', kept: { q: search }, after: nextCursor }}
      />
      {gateways.length > 0 && (
        <Section id="services" title={t('services')} className="grid gap-2">
          <ul className="border-t border-ink">
            {gateways.map(({ gatewayId, title, prefix, operations }) => (
              <li key={gatewayId} className="flex flex-wrap items-center gap-x-4 border-b border-rule py-1">
                <Link
                  href={`/dashboard/gateways/${gatewayId}`}
                  className="inline-flex min-h-11 items-center font-strong"
                >
                  {title}
                </Link>
                <span className="figures text-quiet">{prefix}</span>
                <span className="text-quiet">{t('operations', { count: operations })}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

function NoRoutes({ search }: { search: string }) {
  const t = useTranslations('routes.none')
  if (search !== '') {
    return (
      <EmptyState
        title={t('notFound')}
        about={t('notFoundWhat', { search })}
        next={{ href: '/dashboard/routes', label: t('showAll') }}
      />
    )
  }
  return (
    <div className="grid gap-6">
      <EmptyState title={t('title')} about={t('what')} />
      <KindChoices />
    </div>
  )
}

const columnsIn = (t: Translate<'routes'>, locale: string): Column<RouteSummary>[] => [
  {
    title: t('columns.route'),
    cell: ({ routeId, title, method, url }) => (
      <>
        <Link href={`/dashboard/routes/${routeId}`} className="-my-3 inline-flex py-3 font-strong">
          {title}
        </Link>
        <span className="figures block text-quiet">
          {method} {new URL(url).pathname}
        </span>
      </>
    ),
  },
  { title: t('columns.kind'), cell: ({ kind }) => t(`kinds.${kind}.title`), isPlain: true },
  {
    title: t('columns.state'),
    cell: ({ state, isSuspended }) => <RouteBadge {...{ state, isSuspended }} />,
    isPlain: true,
  },
  {
    title: t('columns.price'),
    cell: ({ kind, price, options, access }) => {
      if (access !== 'paid') return t(access === 'free' ? 'price.free' : 'price.refused')
      if (!price) return t('price.signIn')
      const scheme = kind === 'metered_api' ? 'upto' : 'exact'
      return (options.length > 0 ? options : [{ scheme, ...price }])
        .map((way) => localDigits(wayInWords(t, way), locale))
        .join('; ')
    },
    isPlain: true,
  },
]

type WayToPay = { scheme: string; dollars: string; networks: string[] }

const wayInWords = (t: Translate<'routes'>, { scheme, dollars, networks }: WayToPay): string =>
  t(scheme === 'upto' ? 'price.upTo' : 'price.fixed', { dollars, networks: networks.map(networkName).join(', ') })
