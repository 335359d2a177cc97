'use client'

import '@rainbow-me/rainbowkit/styles.css'
import {
  connectorsForWallets,
  darkTheme,
  getWalletConnectConnector,
  lightTheme,
  RainbowKitProvider,
  type Theme,
  useAccountModal,
  useChainModal,
  useConnectModal,
  type Wallet,
} from '@rainbow-me/rainbowkit'
import { base, metaMaskWallet, rainbowWallet, trustWallet, walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { useAccount, WagmiContext } from 'wagmi'
import { getAccount } from 'wagmi/actions'
import { getBalanceQueryKey } from 'wagmi/query'
import { siteSetting } from '../site-setting'
import type { WagmiConfig } from './wagmi-config'

type DialogKind = 'connect' | 'account' | 'chain'

/** Shows one of RainbowKit's dialogs in the page's language and colours, until it is closed. */
export function openDialog(kind: DialogKind, config: WagmiConfig): Promise<void> {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const { address, chainId } = getAccount(config)
  // Our own menu says what is held of the coin that people pay with; RainbowKit would read the network's own.
  if (address && chainId !== undefined) queries.setQueryData(getBalanceQueryKey({ address, chainId }), null)
  // In the page, since the theme is a style beside the dialog.
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isGerman = document.documentElement.lang.startsWith('de')
  const naming = new MutationObserver(nameParts)
  naming.observe(document.body, { childList: true, subtree: true })
  return new Promise((resolve) => {
    const end = () => {
      resolve()
      naming.disconnect()
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    root.render(
      // Not wagmi's provider, which would take up the connections of an earlier page.
      <WagmiContext value={config}>
        <QueryClientProvider client={queries}>
          <RainbowKitProvider
            theme={isPageDark() ? dark : light}
            modalSize="compact"
            locale={isGerman ? 'de' : 'en'}
            avatar={WalletIcon}
          >
            <Opened kind={kind} onClosed={end} />
          </RainbowKitProvider>
        </QueryClientProvider>
      </WagmiContext>,
    )
  })
}

/** The wallet's own picture in place of one that is drawn from the address. */
function WalletIcon({ size }: { size: number }) {
  const { connector } = useAccount()
  const place = { width: size, height: size, display: 'grid', placeItems: 'center', background: 'var(--sheet)' }
  if (!connector?.icon?.startsWith('data:image/')) return <span style={place}>{connector?.name.trim().charAt(0)}</span>
  const side = Math.round(size * 0.6)
  return (
    <span style={place}>
      {/* oxlint-disable-next-line nextjs/no-img-element -- A data URL that the wallet brings along. */}
      <img src={connector.icon} alt="" width={side} height={side} />
    </span>
  )
}

/** RainbowKit's pictures say nothing beside their names, and the account's dialog points to a title that is not there. */
function nameParts(): void {
  for (const picture of document.querySelectorAll('[data-rk] [role="img"]:not([aria-label], [aria-hidden])')) {
    picture.setAttribute('aria-hidden', 'true')
  }
  const account = document.querySelector('[aria-labelledby="rk_account_modal_title"]')
  account?.setAttribute('aria-labelledby', 'rk_profile_title')
}

function Opened({ kind, onClosed }: { kind: DialogKind; onClosed: () => void }) {
  const { connectModalOpen, openConnectModal } = useConnectModal()
  const { accountModalOpen, openAccountModal } = useAccountModal()
  const { chainModalOpen, openChainModal } = useChainModal()
  const [isOpen, open] = {
    connect: [connectModalOpen, openConnectModal] as const,
    account: [accountModalOpen, openAccountModal] as const,
    chain: [chainModalOpen, openChainModal] as const,
  }[kind]
  const seen = useRef<'waiting' | 'asked' | 'open' | 'closed'>('waiting')
  useEffect(() => {
    if (seen.current === 'waiting' && open) {
      seen.current = 'asked'
      open()
    } else if (seen.current === 'asked' && isOpen) {
      seen.current = 'open'
    } else if (seen.current === 'open' && !isOpen) {
      seen.current = 'closed'
      onClosed()
    }
  }, [isOpen, open, onClosed])
  return null
}

/** Wallets on phones by WalletConnect's relay, and one that a passkey opens. */
export function outsideConnectors() {
  const groups = [{ groupName: 'More', wallets: [metaMaskOnPhone, rainbowWallet, trustWallet, anyOnPhone, base] }]
  const projectId = siteSetting('walletconnect-project-id')
  if (!projectId) return []
  const appName = siteSetting('application-name') ?? window.location.host
  return connectorsForWallets(groups, { appName, projectId, walletConnectParameters: { telemetryEnabled: false } })
}

/**
 * Any other wallet, through this dialog. With RainbowKit's own id for it, WalletConnect's dialog would be loaded too,
 * which contacts further servers and needs their pictures.
 */
const anyOnPhone = (options: Parameters<typeof walletConnectWallet>[0]): Wallet => ({
  ...walletConnectWallet(options),
  id: 'any-on-phone',
  createConnector: getWalletConnectConnector(options),
})

/** MetaMask by WalletConnect on phones too, without MetaMask's own SDK, which RainbowKit would use. */
const metaMaskOnPhone = (options: Parameters<typeof metaMaskWallet>[0]): Wallet => ({
  ...metaMaskWallet(options),
  mobile: { getUri: (uri) => `metamask://wc?uri=${encodeURIComponent(uri)}` },
  createConnector: getWalletConnectConnector(options),
})

const look = { accentColor: 'var(--accent)', accentColorForeground: 'var(--on-accent)', borderRadius: 'small' } as const
const light = inOurColours(lightTheme(look))
const dark = inOurColours(darkTheme(look))

function inOurColours(theme: ReturnType<typeof lightTheme>): Theme {
  return {
    ...theme,
    fonts: { body: 'var(--sans)' },
    colors: {
      ...theme.colors,
      modalBackground: 'var(--sheet)',
      modalBorder: 'var(--edge)',
      modalText: 'var(--ink)',
      modalTextDim: 'var(--quiet)',
      modalTextSecondary: 'var(--quiet)',
      menuItemBackground: 'var(--shade)',
      generalBorder: 'var(--rule)',
      generalBorderDim: 'var(--rule)',
      profileForeground: 'var(--shade)',
      profileAction: 'var(--sheet)',
      profileActionHover: 'var(--shade)',
      closeButton: 'var(--quiet)',
      closeButtonBackground: 'var(--shade)',
      actionButtonBorder: 'var(--rule)',
      actionButtonSecondaryBackground: 'var(--shade)',
    },
  }
}

/** By the reader's own choice, else by the system's. */
function isPageDark(): boolean {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme === 'dark'
  return window.matchMedia('(prefers-color-scheme: dark)').matches
}
