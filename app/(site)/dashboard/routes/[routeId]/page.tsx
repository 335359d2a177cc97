import { useFormatter, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_site/client-messages'
import { titled } from '@/app/_site/titled'
import type { PassFigures as Figures } from '@/lib/payments/pass-payments'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { inWords } from '@/lib/site/messages/in-words'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { CopyButton } from '@/lib/site/ui/copy-button'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { changeListing } from '../../_actions/forms'
import { FollowLive } from '../../_components/follow-live'
import { ActForm } from '../../_components/form-end'
import { SuspensionNotice } from '../../_components/notices'
import { find, inOneText, networksOf, openDashboard, read, readScopes } from '../../_server/dashboard'
import { MissingThing } from '../../_shell/missing-thing'
import { RouteForm } from '../_components/route-form'
import { draftKey } from '../_components/route-value'
import { ForgetDraft } from '../_components/text-draft'
import { DuplicateForm } from './_components/duplicate-form'
import { FileUpload } from './_components/file-upload'
import { MoveButtons } from './_components/move-buttons'

export const generateMetadata = titled('routes.columns.route')

export default async function RoutePage({ params, searchParams }: PageProps<'/dashboard/routes/[routeId]'>) {
  const route = await find('getRoute', await params)
  if (!route) return <MissingThing />
  const { routeId, state, kind, file } = route
  const { saved } = await searchParams
  const { passes } = kind === 'pass' ? await read('listPasses') : { passes: [] }
  const figures = passes.find((pass) => pass.routeId === routeId)
  const t = await getTranslations('routes.route')
  const seller = (await openDashboard())?.seller

  return (
    <ClientMessages of={['routeForms', 'optionPrice', 'price']}>
      <div className="grid gap-10">
        {route.suspension && !seller?.suspension && <SuspensionNotice of="route" suspension={route.suspension} />}
        {Object.keys(route.faults).length > 0 && <FaultNotice faults={route.faults} />}
        {route.unread.length > 0 && <Notice tone="waiting" title={t('unread', { parts: route.unread.join(', ') })} />}
        {saved && seller && <ForgetDraft draft={draftKey(seller.handle, `new ${kind}`)} />}
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
            networks={await networksOf(seller, kind)}
            route={ownPart(route)}
            scopes={await readScopes(kind)}
          />
        )}
        <Listing route={route} />
        <FollowLive isWanted={route.listing.status === 'processing'} />
        {!route.suspension && route.settings.access === 'paid' && (
          <DuplicateForm routeId={route.routeId} path={route.path} />
        )}
      </div>
    </ClientMessages>
  )
}

/** Without its faults' sentences, which browsers do not get: the form finds its own faults. */
const ownPart = (route: RouteView): RouteView => ({ ...inOneText(route), faults: {} })

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

type Status = RouteView['listing']['status']

const badges: Record<Status, BadgeState> = {
  not_listed: 'neutral',
  processing: 'waiting',
  success: 'settled',
  rejected: 'refused',
}

/** The route's state in the bazaar, and why. Empty for one that opens only by sign-in: the bazaar lists prices. */
function Listing({ route }: { route: RouteView }) {
  const { routeId, kind, state, settings, listing } = route
  const t = useTranslations('routes')
  if (kind === 'sign_in') return null
  const isWanted = settings.discovery.isListed
  return (
    <Section id="listing" title={t('listing.title')} className="grid gap-4 border-t border-rule pt-8">
      <div role="status" className="grid gap-1">
        <p>
          <Badge state={badges[listing.status]}>{t(`listing.states.${listing.status}`)}</Badge>
        </p>
        <p>
          {listing.reason ??
            t(isWanted && state !== 'live' ? 'listing.whileLive' : `listing.meanings.${listing.status}`)}
        </p>
      </div>
      {isWanted && state !== 'archived' && (
        <div className="flex flex-wrap gap-4">
          {state === 'live' && (
            <ActForm action={changeListing} fields={{ routeId, act: 'refresh' }} label={t('listing.refresh')} />
          )}
          <ActForm action={changeListing} fields={{ routeId, act: 'delist' }} label={t('listing.delist')} />
        </div>
      )}
    </Section>
  )
}
