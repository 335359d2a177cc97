import { useFormatter, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/payments/sum-earnings'
import type { Concerns } from '@/lib/shop/sellers/overview/list-concerns'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import type { SellerView } from '@/lib/shop/sellers/shop'
import { inWords } from '@/lib/site/messages/in-words'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Page } from '../_components/page'
import { EarnedChart } from './_components/earned-chart'
import { EarningsTable } from './_components/earnings-table'
import { FollowLive } from './_components/follow-live'
import { PayeeFirst } from './_components/notices'
import { PaymentAmount } from './_components/payment-amount'
import { read, readConcerns, readEarnings, readOwnShop, readRouteNames, titledForSellers } from './_server/dashboard'

export const generateMetadata = titledForSellers('dashboard.today.title')

/** Today's sales and the tasks that wait for the seller; without a shop, the layout shows how to open one. */
export default async function TodayPage() {
  const { seller } = await readOwnShop()
  const { payments } = await read('listPayments', { limit: 1 })
  return (
    <>
      <FollowLive everySeconds={5} />
      {payments.length === 0 ? <BeforeTheFirst seller={seller} /> : <Business seller={seller} />}
    </>
  )
}

async function BeforeTheFirst({ seller }: { seller: SellerView }) {
  const [{ routes }, concerns] = await Promise.all([read('listRoutes', { state: 'live', limit: 1 }), readConcerns()])
  return (
    <div className="grid gap-10 lg:grid-cols-[3fr_2fr]">
      <FirstSteps hasPayee={seller.payees.length > 0} liveRouteId={routes[0]?.routeId ?? null} />
      <ConcernList concerns={concerns} />
    </div>
  )
}

const DAYS = 30
const SHOWN_ROUTES = 8

async function Business({ seller }: { seller: SellerView }) {
  const [{ range, byDay, byNetwork, ...sold }, concerns, t] = await Promise.all([
    readEarnings(DAYS),
    readConcerns(),
    getTranslations('earnings'),
  ])
  const byRoute = sold.byRoute.slice(0, SHOWN_ROUTES)
  const lastDay = new Date(range.until.getTime() - 1).toISOString().slice(0, 10)
  return (
    <div className="grid min-w-0 gap-8">
      <TodayLine today={byDay.filter(({ day }) => day === lastDay)} needs={countConcerns(concerns)} />
      {seller.payees.length === 0 && <PayeeFirst />}
      <ConcernList concerns={concerns} />
      {byNetwork.map((total) => (
        <EarnedChart key={`${total.network} ${total.asset}`} {...{ total, byDay, range }} />
      ))}
      {byNetwork.length > 0 && (
        <EarningsTable
          {...{ byRoute, byNetwork }}
          names={await readRouteNames(byRoute)}
          caption={t('caption', { days: DAYS })}
        />
      )}
    </div>
  )
}

type TodayLineProps = { today: Earning[]; needs: number }

/** "You kept 0.07 USDC today from 7 sales. 0.10 USDC was given back. Nothing needs you." */
function TodayLine({ today, needs }: TodayLineProps) {
  const t = useTranslations('dashboard.today')
  const sales = today.reduce((sum, { payments }) => sum + payments, 0)
  const given = today.filter(({ refundedAtomic }) => refundedAtomic > 0n)
  const promised = today.filter(({ promisedAtomic }) => promisedAtomic > 0n)
  return (
    <header>
      <h1 className="[&_a]:py-1.5 max-w-measure font-serif text-title text-balance">
        {sales === 0 && given.length === 0
          ? t('none')
          : t.rich('kept', {
              sales,
              kept: () => (
                <strong className="font-strong">
                  <Amounts of={today} in="keptAtomic" />
                </strong>
              ),
            })}{' '}
        {given.length > 0 && t.rich('given', { given: () => <Amounts of={given} in="refundedAtomic" /> })}{' '}
        {promised.length > 0 && t.rich('promised', { promised: () => <Amounts of={promised} in="promisedAtomic" /> })}{' '}
        {needs === 0 ? t('nothing') : <a href="#needs-you">{t('needs', { count: needs })}</a>}
      </h1>
    </header>
  )
}

type AmountsProps = { of: Earning[]; in: 'keptAtomic' | 'refundedAtomic' | 'promisedAtomic' }

/** Amounts of different assets side by side; they are never added up. */
function Amounts({ of, in: name }: AmountsProps) {
  const t = useTranslations('dashboard.today')
  const format = useFormatter()
  const amounts = of.map((earning) => {
    const amount = (
      <PaymentAmount key={`${earning.network} ${earning.asset}`} {...earning} amountAtomic={earning[name]} />
    )
    if (of.length === 1) return amount
    return (
      <span key={`${earning.network} ${earning.asset}`}>
        {t.rich('on', { network: networkName(earning.network), amount: () => amount })}
      </span>
    )
  })
  return format.list(amounts)
}

type Concern = { key: string; state: BadgeState; word: string; href: string; what: ReactNode; about?: ReactNode }

const countConcerns = (concerns: Concerns): number =>
  Object.values(concerns).reduce((count, list) => count + list.length, 0)

/** Matters that wait for the seller, the costliest first; each links to where it is fixed. Nothing where none does. */
function ConcernList({ concerns }: { concerns: Concerns }) {
  const t = useTranslations('dashboard.concerns')
  const rows = rowsOf(t, useTranslations('sentences'), concerns)
  if (rows.length === 0) return null
  return (
    <Section id="needs-you" title={t('title')} className="grid content-start gap-4">
      <ul className="border-t border-ink">
        {rows.map(({ key, state, word, href, what, about }) => (
          <li key={key} className="grid gap-1 border-b border-rule py-3">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <Badge state={state}>{word}</Badge>
              <Link href={href} className="-my-3 min-w-0 py-3 wrap-anywhere">
                {what}
              </Link>
            </span>
            {about && <span className="text-small text-quiet wrap-anywhere">{about}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ConcernTexts = ReturnType<typeof useTranslations<'dashboard.concerns'>>
type Sentences = ReturnType<typeof useTranslations<'sentences'>>

function rowsOf(t: ConcernTexts, say: Sentences, concerns: Concerns): Concern[] {
  const ofPayment = (key: string, paymentId: string, word: string) =>
    ({ key, state: 'waiting', word, href: `/dashboard/payments/${paymentId}` }) as const
  const ofRoute = ({ routeId, title }: Pick<NamedRoute, 'routeId' | 'title'>, state: BadgeState, word: string) =>
    ({ key: routeId, state, word, href: `/dashboard/routes/${routeId}`, what: title }) as const
  return [
    ...concerns.owed.map(
      ({ paymentId, title, owedAtomic, settledAt, ...of }): Concern => ({
        ...ofPayment(paymentId, paymentId, t('giveBack')),
        what: owedFor(t, title, <PaymentAmount {...of} amountAtomic={owedAtomic} />),
        about: t.rich('undelivered', { time: () => <Timestamp at={settledAt} /> }),
      }),
    ),
    ...concerns.unsentRefunds.map(
      ({ refundId, paymentId, recipient, createdAt, ...amount }): Concern => ({
        ...ofPayment(refundId, paymentId, t('unsent')),
        what: t.rich('unsentTo', {
          payer: shortenMiddle(recipient, { head: 6, tail: 4 }),
          amount: () => <PaymentAmount {...amount} />,
        }),
        about: t.rich('prepared', { time: () => <Timestamp at={createdAt} /> }),
      }),
    ),
    ...concerns.failingRoutes.map(
      ({ route, failures, lastFailedAt }): Concern => ({
        ...ofRoute(route, 'refused', t('failing')),
        about: t.rich('failures', { failures, time: () => <Timestamp at={lastFailedAt} /> }),
      }),
    ),
    ...concerns.failingEndpoints.map(
      ({ endpointId, url, failures }): Concern => ({
        key: endpointId,
        state: 'refused',
        word: t('webhook'),
        href: '/dashboard/webhooks',
        what: url,
        about: t('deliveries', { failures }),
      }),
    ),
    ...concerns.faultyRoutes.map(
      ({ fault, ...route }): Concern => ({ ...ofRoute(route, 'refused', t('leftOut')), about: inWords(say, fault) }),
    ),
    ...concerns.idleRoutes.map((route): Concern => ofRoute(route, idleStates[route.state], t(route.state))),
  ]
}

const owedFor = (t: ConcernTexts, title: string | null, amount: ReactNode) =>
  title === null ? amount : t.rich('owed', { title, amount: () => amount })

const idleStates = { suspended: 'refused', paused: 'waiting', draft: 'neutral' } as const

type FirstStepsProps = { hasPayee: boolean; liveRouteId: string | null }

function FirstSteps({ hasPayee, liveRouteId }: FirstStepsProps) {
  const t = useTranslations('dashboard.firstSteps')
  const steps = [
    { key: 'payee', href: '/dashboard/payees', isDone: hasPayee },
    { key: 'route', href: '/dashboard/routes/new', isDone: liveRouteId !== null },
    {
      key: 'payment',
      href: liveRouteId === null ? '/dashboard/routes' : `/dashboard/routes/${liveRouteId}`,
      isDone: false,
    },
  ] as const
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Page title={t('title')} className="max-w-measure content-start">
      <ol className="border-t border-ink">
        {steps.map(({ key, isDone }) => (
          <li key={key} className="grid gap-1 border-b border-rule py-4">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-strong">{t(`${key}.title`)}</span>
              {isDone && <Badge state="settled">{t('done')}</Badge>}
            </span>
            {!isDone && <span className="text-quiet">{t(`${key}.about`)}</span>}
          </li>
        ))}
      </ol>
      {next && (
        <p>
          <Link href={next.href} variant="primary">
            {t(`${next.key}.title`)}
          </Link>
        </p>
      )}
    </Page>
  )
}
