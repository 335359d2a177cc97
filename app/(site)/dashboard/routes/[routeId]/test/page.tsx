import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { hasFaucet } from '@/app/_server/site-facts'
import { ClientMessages } from '@/app/_site/client-messages'
import { titled } from '@/app/_site/titled'
import { readChallenge, readRoute } from '@/app/(site)/dashboard/_server/seller-reads'
import { MissingThing } from '@/app/(site)/dashboard/_shell/missing-thing'
import { assetFacts } from '@/lib/base/chains/asset-facts'
import { familyOf, isTestNetwork } from '@/lib/base/x402/networks'
import { paymentOptionsOf } from '@/lib/base/x402/payment-option'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { sampleCall } from '@/lib/shop/sellers/routes/sample-call'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { TestPayment } from './_components/test-payment'

export const generateMetadata = titled('routes.test.title')

/** Buys the route as any buyer would, with test money only. */
export default async function TestPage({ params }: { params: Promise<{ routeId: string }> }) {
  const route = await readRoute((await params).routeId)
  if (!route) return <MissingThing />
  const challenge = await readChallenge(route.routeId)
  const options = paymentOptionsOf(challenge?.accepts ?? [], assetFacts).filter(
    ({ network, coin, channel }) =>
      isTestNetwork(network) && familyOf(network) !== 'avm' && coin !== null && channel === undefined,
  )
  if (route.state !== 'live' || !challenge || options.length === 0) return <NoTest route={route} />
  const { url, method, body } = sampleCall(route, challenge)
  const { pathname, search } = new URL(url)
  const sample = {
    url: `${pathname}${search}`,
    method: method as 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  const t = await getTranslations('routes.test')
  return (
    <div className="grid gap-6">
      <p className="max-w-measure">{t('what')}</p>
      <ClientMessages of={['testPayment']}>
        <TestPayment sample={sample} options={options} hasFaucet={hasFaucet()} />
      </ClientMessages>
    </div>
  )
}

function NoTest({ route: { state, kind, url, routeId } }: { route: RouteView }) {
  const all = useTranslations('routes')
  const t = useTranslations('routes.test')
  if (state !== 'live') {
    return (
      <EmptyState
        title={all('notLive')}
        about={t('notLive')}
        next={{ href: `/dashboard/routes/${routeId}`, label: t('toSettings') }}
      />
    )
  }
  if (kind === 'sign_in') {
    return (
      <EmptyState
        title={t('nothing')}
        action={
          // Opened by the browser itself: a paid URL answers with any content.
          <a href={url} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
            {t('openAsReader')}
          </a>
        }
      >
        <p>{t('opensBySignIn')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('noNetwork')}
      about={t('noNetworkWhat')}
      next={{ href: '/dashboard/payees', label: t('confirmAddress') }}
    />
  )
}
