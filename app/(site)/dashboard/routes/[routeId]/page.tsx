import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { MissingPage } from '@/app/_components/missing-page'
import { Form } from '@/app/(site)/_components/form'
import { Figures } from '@/app/(site)/_components/page'
import { refreshListing } from '@/app/(site)/dashboard/_server/forms'
import { archiveRoute, duplicate, pauseRoute, publishRoute } from '@/app/(site)/dashboard/_server/route-actions'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { inWords } from '@/lib/site/messages/in-words'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { buttonClass } from '@/lib/site/ui/button'
import { CopyButton } from '@/lib/site/ui/copy-button'
import { TextField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { FollowLive } from '../../_components/follow-live'
import { SuspensionNotice } from '../../_components/notices'
import { editedOf, find, networksOf, read, readOwnShop, readScopes } from '../../_server/dashboard'
import { FileUpload } from '../_components/file-upload'
import { RouteForm } from '../_components/route-form'
import { draftKey } from '../_components/route-value'
import { ForgetDraft } from '../_components/text-draft'

export async function generateMetadata({ params }: PageProps<'/dashboard/routes/[routeId]'>): Promise<Metadata> {
  return { title: (await find('getRoute', await params))?.title ?? (await getTranslations('routes'))('title') }
}

export default async function RoutePage({ params, searchParams }: PageProps<'/dashboard/routes/[routeId]'>) {
  const { seller } = await readOwnShop()
  const route = await find('getRoute', await params)
  if (!route) return <MissingPage />
  const { routeId, state, kind } = route
  const { saved } = await searchParams
  const { passes } = kind === 'pass' ? await read('listPasses') : { passes: [] }
  const pass = passes.find((each) => each.routeId === routeId)
  const [t, tPass] = [await getTranslations('routes.route'), await getTranslations('routes.pass')]
  return (
    <ClientMessages of={['routeForms', 'price']}>
      <div className="grid gap-10">
        {route.suspension && !seller.suspension && <SuspensionNotice of="route" suspension={route.suspension} />}
        {Object.keys(route.faults).length > 0 && <FaultNotice faults={route.faults} />}
        {route.unread.length > 0 && <Notice tone="waiting" title={t('unread', { parts: route.unread.join(', ') })} />}
        {saved && <ForgetDraft draft={draftKey(seller.handle, `new ${kind}`)} />}
        {saved && (
          <Notice tone="settled" title={t(state === 'live' ? 'savedAndLive' : 'saved')} announce="polite">
            {route.state === 'live' ? <NextSteps route={route} /> : <p>{t('notSold')}</p>}
          </Notice>
        )}
        {route.kind === 'file' && <FileUpload routeId={route.routeId} file={route.file} isNew={saved !== undefined} />}
        <RouteActs route={route} />
        {pass && <Figures figures={passFigures.map((name) => [tPass(name), pass[name]])} />}
        {route.state !== 'archived' && (
          <RouteForm
            kind={route.kind}
            handle={seller.handle}
            networks={await networksOf(seller, kind)}
            route={editedOf(route)}
            scopes={await readScopes(kind)}
            listing={<Listing route={route} />}
          />
        )}
        <FollowLive isWanted={route.listing.status === 'processing'} />
      </div>
    </ClientMessages>
  )
}

const passFigures = ['holders', 'opens', 'calls', 'ended'] as const

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

type Status = RouteView['listing']['status']

const badges: Record<Status, BadgeState> = {
  not_listed: 'neutral',
  processing: 'waiting',
  success: 'settled',
  rejected: 'refused',
}

/** One line below the switch: the route's state in the bazaar, and why, or the next thing that it misses there. */
function Listing({ route }: { route: RouteView }) {
  const { kind, state, settings, listing } = route
  const t = useTranslations('routes.listing')
  if (kind === 'sign_in') return null
  const isWaiting = settings.discovery.isListed && state !== 'live'
  const missing = listing.status === 'success' ? missingIn(route) : undefined
  return (
    <section aria-label={t('title')} className="-mt-3 text-small">
      <p role="status" className="grid justify-items-start gap-1">
        <Badge state={badges[listing.status]}>{t(`states.${listing.status}`)}</Badge>
        <span className="text-quiet">
          {listing.reason ?? t(isWaiting ? 'whileLive' : missing ? `missing.${missing}` : `meanings.${listing.status}`)}
        </span>
      </p>
    </section>
  )
}

/** The first thing that a listing of that kind still lacks. */
function missingIn({ kind, settings: { description, discovery } }: RouteView) {
  if (!description) return 'description'
  const isCalled = kind === 'api' || kind === 'metered_api'
  if (isCalled && discovery.input === undefined && discovery.inputSchema === undefined) return 'input'
  return discovery.tags?.length ? undefined : 'tags'
}

const sales = {
  draft: { action: publishRoute, label: 'publish' },
  live: { action: pauseRoute, label: 'pause' },
  paused: { action: publishRoute, label: 'resume' },
} as const

/** Sells or pauses by one button, which keeps the focus; the rest is in a menu. A suspended route can only be paused. */
function RouteActs({ route: { routeId, state, kind, file, suspension, path, settings } }: { route: RouteView }) {
  const t = useTranslations('routeForms.moves')
  const sale = state === 'archived' ? null : sales[state]
  // Until there is a file, uploading it is the next step.
  const variant = sale?.action === publishRoute && (kind !== 'file' || file) ? 'primary' : 'plain'
  return (
    <div className="flex flex-wrap items-start gap-4">
      {sale && (!suspension || sale.action === pauseRoute) && (
        <Form action={sale.action} hidden={{ routeId }} label={t(sale.label)} variant={variant} />
      )}
      {!suspension && (sale || settings.access === 'paid') && (
        <details className="min-w-0 open:basis-full">
          <summary className={buttonClass('plain', 'list-none [&::-webkit-details-marker]:hidden')}>
            {t('others')}
          </summary>
          <div className="mt-4 grid max-w-measure justify-items-start gap-6 border-s-4 border-edge ps-4">
            {settings.access === 'paid' && (
              <Form action={duplicate} hidden={{ routeId }} label={t('duplicate')} variant="plain">
                <TextField
                  id="copy-path"
                  name="path"
                  label={t('copyPath')}
                  isFigures
                  required
                  defaultValue={`/copy${path}`}
                />
              </Form>
            )}
            {state === 'live' && settings.discovery.isListed && (
              <Form action={refreshListing} hidden={{ routeId }} label={t('refresh')} variant="plain" />
            )}
            {sale && (
              <Form
                action={archiveRoute}
                hidden={{ routeId }}
                ask={{ label: t('archive'), question: t('question') }}
                label={t('archiveNow')}
                variant="danger"
              />
            )}
          </div>
        </details>
      )}
    </div>
  )
}
