import { useFormatter, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_site/client-messages'
import { titled } from '@/app/_site/titled'
import type { PassFigures as Figures } from '@/lib/payments/sum-pass'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { inWords } from '@/lib/site/messages/in-words'
import { CopyButton } from '@/lib/site/ui/copy-button'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { FollowLive } from '../../_components/follow-live'
import { SuspensionNotice } from '../../_components/notices'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'
import { readListingChecks, readPassFigures, readRoute, readScopes } from '../../_server/seller-reads'
import { MissingThing } from '../../_shell/missing-thing'
import { RouteForm } from '../_components/route-form'
import { DuplicateForm } from './_components/duplicate-form'
import { FileUpload } from './_components/file-upload'
import { ListingPipeline } from './_components/listing-pipeline'
import { MoveButtons } from './_components/move-buttons'

export const generateMetadata = titled('routes.columns.route')

export default async function RoutePage({ params, searchParams }: PageProps<'/dashboard/routes/[routeId]'>) {
  const route = await readRoute((await params).routeId)
  if (!route) return <MissingThing />
  const [checks, networks, dashboard] = await Promise.all([
    readListingChecks(route),
    sellableNetworks(),
    openDashboard(),
  ])
  const { routeId, state, kind, file } = route
  const { saved } = await searchParams
  const [figures] = kind === 'pass' ? await readPassFigures(routeId) : []
  const t = await getTranslations('routes.route')
  const seller = dashboard?.seller
  const confirmed = new Set(seller?.payees.map(({ network }) => network))
  const offered = networks.filter(({ id }) => confirmed.has(id) || route.kind === 'sign_in')

  return (
    <ClientMessages of={['routeForms', 'optionPrice', 'price']}>
      <div className="grid gap-10">
        {route.suspension && !seller?.suspension && <SuspensionNotice of="route" suspension={route.suspension} />}
        {Object.keys(route.faults).length > 0 && <FaultNotice faults={route.faults} />}
        {saved && (
          <Notice tone="settled" title={t(state === 'live' ? 'savedAndLive' : 'saved')} announce="polite">
            {route.state === 'live' ? <NextSteps route={route} /> : <p>{t('notSold')}</p>}
          </Notice>
        )}
        {route.kind === 'file' && <FileUpload routeId={route.routeId} file={route.file} isNew={saved !== undefined} />}
        <MoveButtons {...{ routeId, state, kind, file }} isSuspended={route.suspension !== null} />
        {figures && <PassFigures {...figures} />}
        {route.state !== 'archived' && seller && (
          <RouteForm
            kind={route.kind}
            handle={seller.handle}
            networks={offered}
            route={ownPart(route)}
            scopes={await readScopes(kind)}
          />
        )}
        <ListingPipeline route={route} checks={checks} />
        <FollowLive isWanted={route.listing.status === 'processing'} />
        {!route.suspension && route.settings.access === 'paid' && (
          <DuplicateForm routeId={route.routeId} path={route.path} />
        )}
      </div>
    </ClientMessages>
  )
}

/** Without its faults' sentences, which browsers do not get: the form finds its own faults. */
const ownPart = (route: RouteView): RouteView => ({ ...route, faults: {} })

function FaultNotice({ faults }: Pick<RouteView, 'faults'>) {
  const t = useTranslations('routes.route')
  const say = useTranslations('sentences')
  return (
    <Notice tone="refused" title={t('leftOut')}>
      <p>{t('leftOutWhy')}</p>
      <ul className="grid gap-1">
        {Object.entries(faults).map(([field, fault]) => (
          <li key={field} className="wrap-anywhere">
            <code>{field}</code>: {inWords(say, fault)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function NextSteps({ route: { routeId, url, path } }: { route: RouteView }) {
  const t = useTranslations('routes.route')
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-6">
        {!path.includes('[') && (
          <Link href={url} variant="primary">
            {t('openPage')}
          </Link>
        )}
        <CopyButton value={url} name={t('address')} idle={t('copyLink')} className="-ms-3" />
      </p>
      <p>
        <Link href={`/dashboard/routes/${routeId}/integrate`} className="inline-flex min-h-11 items-center">
          {t('getCode')}
        </Link>
      </p>
    </>
  )
}

function PassFigures(figures: Figures) {
  const t = useTranslations('routes.pass')
  const format = useFormatter()
  const names = ['holders', 'opens', 'calls', 'ended'] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-rule py-4 sm:grid-cols-4">
      {names.map((name) => (
        <div key={name} className="grid content-start">
          <dt className="text-small text-quiet">{t(name)}</dt>
          <dd className="figures text-title font-strong">{format.number(figures[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
