'use client'

import '@rainbow-me/rainbowkit/styles.css'
import { darkTheme, lightTheme, RainbowKitProvider, type Theme, useConnectModal } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAccount, useConfig, useConnectors, WagmiProvider } from 'wagmi'
import { connect } from 'wagmi/actions'
import { guardConnectors } from '../border/guard-connectors'
import type { WalletError } from '../border/wallet-error'
import type { BrowserWallet, WalletsProps } from '../browser-wallet'
import { forgetWallet, rememberWallet } from '../remembered-wallet'
import { openEvmWallet } from './open-evm-wallet'
import { createWagmiConfig, type WagmiConfig } from './wagmi-config'

const look = { accentColor: 'var(--accent)', accentColorForeground: 'var(--on-accent)', borderRadius: 'small' } as const
const inOurFace = (theme: Theme): Theme => ({ ...theme, fonts: { body: 'var(--sans)' } })
const themes = { light: inOurFace(lightTheme(look)), dark: inOurFace(darkTheme(look)) }

/** EVM wallets of this browser, chosen in RainbowKit's dialog, which stays closed where there is none to choose. */
export function EvmWallets({ networks, ...rest }: WalletsProps) {
  const t = useTranslations('wallet')
  const locale = useLocale()
  const [refusal, setRefusal] = useState<WalletError | null>(null)
  const [config] = useState(() => {
    const groups = { here: t('groups.here'), onPhone: t('groups.onPhone'), withPasskey: t('groups.withPasskey') }
    const made = createWagmiConfig(networks, groups)
    if (made) guardConnectors(made, setRefusal)
    return made
  })
  const [queries] = useState(() => new QueryClient())
  const isPageDark = useSyncExternalStore(watchTheme, isDark)
  if (!config) return rest.children(noWallet)
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}>
        <RainbowKitProvider
          theme={isPageDark ? themes.dark : themes.light}
          modalSize="compact"
          locale={locale.startsWith('de') ? 'de' : 'en'}
        >
          <EvmWallet {...rest} refusal={refusal} />
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

const noWallet: BrowserWallet = { status: 'disconnected', connect: null, choices: [], remembered: null, refusal: null }

type EvmWalletProps = Omit<WalletsProps, 'networks'> & { refusal: WalletError | null }

function EvmWallet({ wanted, children, refusal }: EvmWalletProps) {
  const config = useConfig() as WagmiConfig // The provider above was given no other.
  const account = useAccount()
  const { openConnectModal } = useConnectModal()
  const hasChoice = useConnectors().length > 0
  const isReady = useReconnection(config)
  const hasOpened = useRef(false)
  /** A wallet was named and has not answered yet. */
  const [isNamedAsked, setNamedAsked] = useState(wanted?.name !== undefined)
  const connectAs = useCallback(
    (name: string, open: () => void) => void connectNamed(config, name, open).finally(() => setNamedAsked(false)),
    [config],
  )

  useEffect(() => {
    if (!isReady || !wanted || hasOpened.current || !openConnectModal || !hasChoice) return
    hasOpened.current = true
    if (wanted.name === undefined) openConnectModal()
    else connectAs(wanted.name, openConnectModal)
  }, [isReady, wanted, openConnectModal, hasChoice, connectAs])

  const { address, connector, status } = account
  useEffect(() => {
    if (status === 'connected' && address && connector) rememberWallet('evm', { name: connector.name, address })
    if (isReady && status === 'disconnected') forgetWallet('evm')
  }, [isReady, status, address, connector])

  const wallet = (): BrowserWallet => {
    if (account.status === 'connected' && account.address) return openEvmWallet(config, account)
    if (!isReady || account.status === 'reconnecting') return { status: 'connecting' }
    if (!hasChoice) return noWallet
    if (isNamedAsked) return { status: 'connecting' }
    const open = () => openConnectModal?.()
    const choose = (name?: string) => {
      if (name === undefined) return open()
      setNamedAsked(true)
      connectAs(name, open)
    }
    return { status: 'disconnected', connect: choose, choices: [], remembered: null, refusal }
  }
  return children(wallet())
}

/** Connects a wallet without the dialog, which opens when the wallet is missing or its holder declines. */
async function connectNamed(config: WagmiConfig, name: string, open: () => void): Promise<void> {
  const connector = config.connectors.find((each) => each.name === name)
  if (!connector) return open()
  await connect(config, { connector }).catch(open)
}

/** True once wagmi knows whether the wallet of an earlier visit is still there: it looks for it when it starts. */
function useReconnection(config: WagmiConfig): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(
    () =>
      config.subscribe(
        ({ status }) => status,
        (status, before) => {
          const isLooking = before === 'connecting' || before === 'reconnecting'
          if (isLooking && (status === 'connected' || status === 'disconnected')) setIsReady(true)
        },
      ),
    [config],
  )
  return isReady
}

/** Watches the system's theme and the reader's own choice; both may change while the page is open. */
function watchTheme(onChange: () => void): () => void {
  const system = window.matchMedia(DARK_SYSTEM)
  const choice = new MutationObserver(onChange)
  system.addEventListener('change', onChange)
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    choice.disconnect()
  }
}

const DARK_SYSTEM = '(prefers-color-scheme: dark)'

function isDark(): boolean {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme === 'dark'
  return window.matchMedia(DARK_SYSTEM).matches
}
