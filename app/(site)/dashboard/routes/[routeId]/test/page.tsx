import type { Metadata } from 'next'
import { assetFacts } from '@/lib/chains/asset-facts'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { familyOf, isTestNetwork } from '@/lib/x402/networks'
import { paymentOptionsOf } from '@/lib/x402/payment-option'
import { hasFaucet } from '../../../../../_server/site-facts'
import { TestPayment } from '../../../_components/test-payment'
import { type RouteView, readChallenge, readRoute, sampleCallOf } from '../../../_server/seller-reads'

export const metadata: Metadata = { title: 'Test payment' }

/** Buys the route as any buyer would, with test money only. */
export default async function TestPage({ params }: { params: Promise<{ routeId: string }> }) {
  const route = await readRoute((await params).routeId)
  const challenge = await readChallenge(route)
  const options = paymentOptionsOf(challenge?.accepts ?? [], assetFacts).filter(
    ({ network, coin, channel }) =>
      isTestNetwork(network) && familyOf(network) !== 'avm' && coin !== null && channel === undefined,
  )
  if (route.state !== 'live' || !challenge || options.length === 0) return <NoTest route={route} />
  const { url, method, body } = sampleCallOf(route, challenge)
  const { pathname, search } = new URL(url)
  const sample = {
    url: `${pathname}${search}`,
    method: method as 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  return (
    <div className="grid gap-6">
      <p className="max-w-measure">
        Pay for this route with a wallet of this browser. The payment settles on the test network and appears among your
        payments. Paid from your payout wallet it counts as your own, not as a buyer’s.
      </p>
      <TestPayment sample={sample} options={options} hasFaucet={await hasFaucet()} />
    </div>
  )
}

function NoTest({ route: { state, kind, url, routeId } }: { route: RouteView }) {
  if (state !== 'live') {
    return (
      <EmptyState
        title="It is not live"
        action={
          <Link href={`/dashboard/routes/${routeId}`} variant="plain">
            To its settings
          </Link>
        }
      >
        <p>Start selling it, then pay for it here.</p>
      </EmptyState>
    )
  }
  if (kind === 'sign_in') {
    return (
      <EmptyState
        title="Nothing to pay"
        action={
          // Opened by the browser itself: a paid address answers with whatever is sold.
          <a href={url} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
            Open it as a reader
          </a>
        }
      >
        <p>This route opens by signing in. Open it and sign in with a wallet.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No test network"
      action={
        <Link href="/dashboard/payees" variant="plain">
          Confirm an address on a test network
        </Link>
      }
    >
      <p>Tests never spend real money. Let the route be paid on Base Sepolia or Solana Devnet, then test it here.</p>
    </EmptyState>
  )
}
