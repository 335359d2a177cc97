import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { atWallet, ClientMessages } from '@/app/_components/client-messages'
import { SessionKeeper } from '@/app/_components/end-session'
import { familyOf } from '@/lib/base/x402/networks'
import { running } from '@/lib/site/compose/running'
import { Link } from '@/lib/site/ui/link'
import { EmptyState, Notice } from '@/lib/site/ui/notice'
import { WalletSignIn } from '../../_checkout/sign-with-wallet'
import { Form } from '../_components/form'
import { Page } from '../_components/page'
import { isOperator } from '../(operator)/dashboard/operator/_server/operator'
import { DashboardNav } from './_components/dashboard-nav'
import { SuspensionNotice } from './_components/notices'
import { ShopNameFields } from './_components/shop-name-fields'
import { type Dashboard, openDashboard, sellableNetworks } from './_server/dashboard'
import { openShop } from './_server/forms'

export const metadata: Metadata = { robots: { index: false } }

/** Shows the sign-in without a session, and the form that opens a shop to an account without one. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const dashboard = await openDashboard()
  return (
    <ClientMessages of={['dashboardNav', 'sellerForms', ...atWallet]}>
      {dashboard ? <Signed dashboard={dashboard}>{children}</Signed> : <SignInFirst />}
    </ClientMessages>
  )
}

async function Signed({ dashboard, children }: { dashboard: Dashboard; children: ReactNode }) {
  const t = await getTranslations('dashboard')
  const { seller, isRotationDue, mayOpenShop } = dashboard
  return (
    <div className="grid gap-8">
      <span data-at-once className="absolute" />
      {isRotationDue && <SessionKeeper />}
      {seller ? (
        <>
          <DashboardNav shopName={seller.name} shopHref={`/x/${seller.handle}`} isOperator={await isOperator()} />
          {seller.closedAt && (
            <Notice tone="neutral" title={t('closedShop.title')}>
              <p>{t('closedShop.about')}</p>
            </Notice>
          )}
          {seller.suspension && <SuspensionNotice of="shop" suspension={seller.suspension} />}
          {children}
        </>
      ) : (
        <>
          {(await isOperator()) && (
            <p>{t.rich('operatorNote', { link: (words) => <Link href="/dashboard/operator">{words}</Link> })}</p>
          )}
          <OpenShop mayOpenShop={mayOpenShop} payees={payeesOf(dashboard.wallets, await sellableNetworks())} />
        </>
      )}
    </div>
  )
}

type OpenShopProps = Pick<Dashboard, 'mayOpenShop'> & { payees: ReturnType<typeof payeesOf> }

function OpenShop({ mayOpenShop, payees }: OpenShopProps) {
  const [t, tForm] = [useTranslations('dashboard'), useTranslations('sellerForms.openShop')]
  if (mayOpenShop) {
    return (
      <Page title={tForm('title')} about={tForm('about')} className="max-w-measure">
        <Form action={openShop} label={tForm('send')} className="grid gap-6">
          <ShopNameFields />
          {payees.length === 0 && <p className="text-quiet">{tForm('start')}</p>}
          {payees.map(({ address, networks }) => (
            <div key={address} className="grid gap-1">
              <p className="font-strong">{tForm('paid')}</p>
              <p className="figures wrap-anywhere">{address}</p>
              <p className="text-small text-quiet">
                {tForm('paidTo', { networks: networks.map(({ name }) => name).join(', ') })}
              </p>
              {networks.map(({ id }) => (
                <input key={id} type="hidden" name="payee" value={`${id} ${address}`} />
              ))}
            </div>
          ))}
        </Form>
      </Page>
    )
  }
  return (
    <Page title={t('title')}>
      <EmptyState
        title={t('closed.title')}
        action={<Link href="/library">{t('closed.library')}</Link>}
        about={t('closed.about')}
      />
    </Page>
  )
}

async function SignInFirst() {
  const { site } = running('site')
  const t = await getTranslations('dashboard')
  if (site.signInNetworks.length === 0) {
    return (
      <Page title={t('title')}>
        <EmptyState
          title={t('noNetwork.title')}
          about={t.rich('noNetwork.about', { code: (words) => <span className="figures">{words}</span> })}
        />
      </Page>
    )
  }
  return (
    <Page title={t('signIn.title')} intro={t('signIn.about')}>
      <WalletSignIn networks={site.signInNetworks} />
    </Page>
  )
}

type SignedInWallet = { scope: string; address: string }

/** Whom the money of each network goes to: the first wallet that is proven there. */
function payeesOf(wallets: SignedInWallet[], networks: { id: string; name: string }[]) {
  // A contract wallet counts only on the network where it was proven.
  const ownerOf = (network: string) => wallets.find(({ scope }) => scope === network || scope === familyOf(network))
  return wallets.flatMap((wallet) => {
    const own = networks.filter(({ id }) => ownerOf(id) === wallet)
    return own.length === 0 ? [] : [{ address: wallet.address, networks: own }]
  })
}
