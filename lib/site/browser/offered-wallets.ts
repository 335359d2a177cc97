import { getWallets } from '@wallet-standard/app'
import type { BrowserFamily } from './browser-family'
import type { ConnectedWallet, Connecting } from './browser-wallet'
import type { EvmProvider } from './evm/evm-provider'
import { loadWalletCode } from './load-wallet-code'
import { siteSetting } from './site-setting'
import { isSolanaWallet } from './solana/standard-wallet'

/** A wallet that this browser can connect. Its code is loaded when it is opened. */
export type OfferedWallet = {
  family: BrowserFamily
  /** The name it gives itself; one of a family. */
  name: string
  /** A picture in a data URL. */
  icon: string | null
  where: 'here' | 'on-phone' | 'with-passkey'
  open: (connecting: Connecting) => Promise<ConnectedWallet>
}

/** A wallet from before announced wallets, which has no name. */
export const UNNAMED_WALLET = 'Browser wallet'

const listeners = new Set<() => void>()
let offered: readonly OfferedWallet[] = []
let isListening = false

/** The wallets known so far, the same list while nothing changes. Those that announce themselves come first. */
export const offeredWallets = (): readonly OfferedWallet[] => offered

/** Asks every wallet to announce itself, and tells of each that does. */
export function watchOffered(onChange: () => void): () => void {
  listeners.add(onChange)
  listen()
  return () => listeners.delete(onChange)
}

/** The wallet of that name, which may take a moment to announce itself; null when it does not. */
export async function findOffered(family: BrowserFamily, name: string): Promise<OfferedWallet | null> {
  const find = () => offered.find((wallet) => wallet.family === family && wallet.name === name) ?? null
  listen()
  return (
    find() ??
    new Promise((resolve) => {
      const end = () => {
        stop()
        clearTimeout(timer)
        resolve(find())
      }
      const timer = setTimeout(end, ANNOUNCED_WITHIN_MS)
      const stop = watchOffered(() => find() && end())
    })
  )
}

/** The demo's wallet comes over the network. */
const ANNOUNCED_WITHIN_MS = 10_000

function listen() {
  if (isListening) return
  isListening = true
  for (const wallet of outsideWallets()) offer(wallet)
  listenToSolana()
  listenToEvm()
}

function offer(wallet: OfferedWallet) {
  const isThere = offered.some(({ family, name }) => family === wallet.family && name === wallet.name)
  if (isThere) return
  const isAnnounced = ({ where, name }: OfferedWallet) => where === 'here' && name !== UNNAMED_WALLET
  const all = [...offered, wallet]
  offered = [...all.filter(isAnnounced), ...all.filter((each) => !isAnnounced(each))]
  for (const listener of listeners) listener()
}

/** https://eips.ethereum.org/EIPS/eip-6963, and a wallet that only injects itself. */
function listenToEvm() {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const announced = parseAnnouncement(event)
    if (announced) offer(evmWallet(announced))
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const injected: unknown = Reflect.get(window, 'ethereum')
  const hasNamed = offered.some(({ family, where }) => family === 'evm' && where === 'here')
  if (isProvider(injected) && !hasNamed) offer(evmWallet({ name: UNNAMED_WALLET, icon: null, provider: injected }))
}

type Announced = { name: string; icon: string | null; provider: EvmProvider }

const evmWallet = ({ name, icon, provider }: Announced): OfferedWallet => ({
  family: 'evm',
  name,
  icon,
  where: 'here',
  open: async (connecting) => {
    const { openEvmWallet } = await loadWalletCode(() => import('./evm/open-evm-wallet'))
    return openEvmWallet({ ...connecting, name, provider })
  },
})

function parseAnnouncement(event: Event): Announced | null {
  const detail = Reflect.get(event, 'detail') as {
    info?: { name?: unknown; icon?: unknown }
    provider?: unknown
  } | null // Looked at next.
  const { info, provider } = detail ?? {}
  if (typeof info?.name !== 'string' || !isProvider(provider)) return null
  return { name: nameOf(info.name), icon: iconOf(info.icon), provider }
}

const isProvider = (value: unknown): value is EvmProvider =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'

/** https://github.com/wallet-standard/wallet-standard */
function listenToSolana() {
  const { get, on } = getWallets()
  const take = (wallets: ReturnType<typeof get>) => {
    for (const wallet of wallets.filter(isSolanaWallet)) {
      const name = nameOf(wallet.name)
      offer({
        family: 'svm',
        name,
        icon: iconOf(wallet.icon),
        where: 'here',
        open: async (connecting) => {
          const { openSolanaWallet } = await loadWalletCode(() => import('./solana/open-solana-wallet'))
          return openSolanaWallet({ ...connecting, name, wallet })
        },
      })
    }
  }
  on('register', (...wallets) => take(wallets))
  take(get())
}

/** Wallets elsewhere, where the site has a project id of WalletConnect: by its relay, and one that a passkey opens. */
function outsideWallets(): OfferedWallet[] {
  // So that the build for the server is without their code, a tenth of it.
  if (typeof window === 'undefined') return []
  const projectId = siteSetting('walletconnect-project-id')
  if (!projectId) return []
  const outside = { family: 'evm', icon: null } as const
  return [
    {
      ...outside,
      name: 'WalletConnect',
      where: 'on-phone',
      open: async (connecting) => {
        const { openPhoneWallet } = await loadWalletCode(() => import('./evm/outside-wallets'))
        return openPhoneWallet({ ...connecting, name: 'WalletConnect', projectId })
      },
    },
    {
      ...outside,
      name: 'Base',
      where: 'with-passkey',
      open: async (connecting) => {
        const { openPasskeyWallet } = await loadWalletCode(() => import('./evm/outside-wallets'))
        return openPasskeyWallet({ ...connecting, name: 'Base' })
      },
    },
  ]
}

const nameOf = (name: string): string => name.trim().slice(0, 60)

const iconOf = (icon: unknown): string | null =>
  typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null
