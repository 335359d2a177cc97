'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords } from '@/lib/base/x402/payment-option'
import { browserFamilyOf } from '@/lib/site/browser/browser-wallet'
import { loadWalletCode } from '@/lib/site/browser/connect-wallet'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { forgetWallets, type RememberedWallet } from '@/lib/site/browser/remembered-wallet'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { PageLink } from '@/lib/site/ui/page-link'
import { Lines } from '@/lib/site/ui/receipt'
import { useWallet } from '../_checkout/use-wallet'
import type { PayableAsset } from '../_server/site-facts'
import { EndSession } from './end-session'

type AccountMenuProps = { signedIn: string[]; known: RememberedWallet | null; coins: PayableAsset[] }

/** The reader's wallets and places, and the ways out. Its code is loaded when the menu is opened. */
export function AccountMenu({ signedIn, known, coins }: AccountMenuProps) {
  const t = useTranslations('ui.identity')
  return (
    <>
      <AccountLines wallets={signedIn.length > 0 ? signedIn : known ? [known.address] : []} {...{ known, coins }} />
      <nav aria-label={t('places')} className="grid border-y border-rule py-1">
        <PageLink href="/library" onClick={closeMenu} className={PLACE}>
          {t(signedIn.length > 0 ? 'library' : 'signIn')}
        </PageLink>
        <PageLink href="/dashboard" onClick={closeMenu} className={PLACE}>
          {t('shop')}
        </PageLink>
      </nav>
      {known?.family === 'evm' && <WalletDialog id={known.id} />}
      <div className="flex flex-wrap gap-2">
        {signedIn.length > 0 ? (
          <>
            <EndSession address="/api/session" label={t('signOut')} />
            <EndSession address="/api/session" label={t('switch')} goTo="/library" onEnded={forgetWallets} />
          </>
        ) : (
          <Button
            onClick={() => {
              forgetWallets()
              window.location.reload()
            }}
          >
            {t('disconnect')}
          </Button>
        )}
      </div>
    </>
  )
}

const PLACE = 'inline-flex min-h-11 items-center text-ink'

/** A page that is followed to keeps the header. */
const closeMenu = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest('details')?.removeAttribute('open')

type AccountLinesProps = { wallets: string[]; known: RememberedWallet | null; coins: PayableAsset[] }

/** The account as a small receipt: the wallet, its network, and what it holds of the coin that people pay with here. */
function AccountLines({ wallets, known, coins }: AccountLinesProps) {
  const t = useTranslations('ui.identity')
  const inDigits = useLocalDigits()
  const isOwn = known !== null && wallets.some((each) => each.toLowerCase() === known.address.toLowerCase())
  const wallet = useWallet(known?.family ?? 'evm')
  const present = isOwn && wallet.status === 'connected' ? wallet : null
  const coin =
    present && coins.find(({ network }) => browserFamilyOf(network) === known?.family && present.isOn(network))
  const { data: atomic } = useQuery({
    queryKey: queryKeys.balance(present?.address ?? known?.id ?? null, coin?.network ?? '', coin?.asset ?? ''),
    enabled: isOwn,
    queryFn: async ({ client }) => {
      if (present && coin) return present.readBalance(coin.network, coin.asset)
      if (!present && known?.family === 'evm') {
        const { reopenEvm } = await loadWalletCode(() => import('@/lib/site/browser/evm/evm-wallets'))
        await reopenEvm(known.id, client)
      }
      return null
    },
  })
  return (
    <div className="grid gap-2 text-small">
      <ul className="grid gap-2">
        {wallets.map((address) => (
          <li key={address}>
            <CopyId value={address} name={t('address')} />
          </li>
        ))}
      </ul>
      <Lines
        lines={[
          { label: t('wallet'), value: isOwn && known.name },
          { label: t('network'), value: coin && networkName(coin.network) },
          { label: t('balance'), value: coin && atomic ? inDigits(amountInWords(atomic, { ...coin, coin })) : null },
        ]}
      />
    </div>
  )
}

/** Opens RainbowKit's dialog about the wallet of this browser, or about its network where this site is on another. */
function WalletDialog({ id }: { id: string }) {
  const t = useTranslations('ui.identity')
  const { mutate, data, isPending, isError } = useMutation({
    mutationFn: async (_press: null, { client }) => {
      const { openWalletDialog } = await loadWalletCode(() => import('@/lib/site/browser/evm/evm-wallets'))
      return openWalletDialog(id, client)
    },
  })
  return (
    <span className="grid justify-items-start gap-1">
      <Button isBusy={isPending} onClick={() => mutate(null)}>
        {t('wallet')}
      </Button>
      <span role="status" className="text-small text-refused empty:absolute">
        {(isError || data === false) && t('walletGone')}
      </span>
    </span>
  )
}
