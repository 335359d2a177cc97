import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { application } from '@/lib/compose/application'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { WalletSignIn } from '../../_checkout/wallet-sign-in'
import { atWallet, ClientMessages } from '../../_site/client-messages'
import { isOperator } from '../(operator)/dashboard/operator/_server/operator'
import { SessionKeeper } from '../library/_components/session-keeper'
import { DashboardNav } from './_components/dashboard-nav'
import { OpenShopForm } from './_components/open-shop-form'
import { SuspensionNotice } from './_components/suspension-notice'
import { type Dashboard, openDashboard } from './_server/dashboard'

export const metadata: Metadata = { robots: { index: false } }

/** Shows the sign-in without a session, and the form that opens a shop to an account without one. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const dashboard = await openDashboard()
  if (!dashboard) return <SignInFirst />
  const { seller, isRotationDue, mayOpenShop } = dashboard
  return (
    <div className="grid gap-8">
      {isRotationDue && <SessionKeeper />}
      {seller ? (
        <>
          <DashboardNav shopName={seller.name} isOperator={await isOperator()} />
          {seller.suspension && <SuspensionNotice of="shop" suspension={seller.suspension} />}
          <ClientMessages of={atWallet}>{children}</ClientMessages>
        </>
      ) : (
        <>
          {(await isOperator()) && (
            <p>
              You run this site: <Link href="/dashboard/operator">see what it still needs</Link>.
            </p>
          )}
          <OpenShop mayOpenShop={mayOpenShop} />
        </>
      )}
    </div>
  )
}

function OpenShop({ mayOpenShop }: Pick<Dashboard, 'mayOpenShop'>) {
  if (mayOpenShop !== 'never') return <OpenShopForm isInvitationNeeded={mayOpenShop === 'with an invitation'} />
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">Dashboard</h1>
      <EmptyState title="This site takes no new shops" action={<Link href="/library">Open your library</Link>}>
        <p>You can buy here without one. What you have bought is in your library.</p>
      </EmptyState>
    </div>
  )
}

async function SignInFirst() {
  const { site } = await application()
  if (site.signInNetworks.length === 0) return <NoNetwork />
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">Dashboard</h1>
      <EmptyState title="Sign in with your wallet to sell" action={<WalletSignIn networks={site.signInNetworks} />}>
        <p>
          Put a price on an article, a file or an API. There is nothing else to register, and signing costs nothing.
        </p>
      </EmptyState>
    </div>
  )
}

/** Wallets sign in on a network that the site reads. */
function NoNetwork() {
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">Dashboard</h1>
      <EmptyState title="This site has no network yet">
        <p>
          Do you run it? Set an RPC server for a network, such as <span className="figures">EVM_RPC_URLS_8453</span> for
          Base, and your wallet in <span className="figures">OPERATOR_WALLETS</span>, and start it again. Then sign in
          here.
        </p>
      </EmptyState>
    </div>
  )
}
