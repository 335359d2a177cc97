import type { QueryClient } from '@tanstack/react-query'
import { type Connector, injected } from 'wagmi'
import { connect, disconnect, getAccount, reconnect, watchAccount } from 'wagmi/actions'
import { guardConnectors } from '../border/orderly-provider'
import type { ConnectedWallet } from '../browser-wallet'
import { loadWalletCode } from '../connect-wallet'
import { isOffered } from '../offered-wallets'
import { tellWallet } from '../remembered-wallet'
import { dropDeniedDatabase } from '../storage'
import { createWagmiConfig, openEvmWallet, type WagmiConfig } from './wagmi-config'

type PageWallets = { config: WagmiConfig; hasOutside: boolean; stop: () => void }

/** One for a page, until a wallet outside of this browser is asked for: its connectors come with the dialog. */
let present: PageWallets | null = null

const loadDialogs = () => loadWalletCode(() => dropDeniedDatabase(window).then(() => import('./rainbow-dialogs')))

/** Connectors of wallets outside of this browser, by wagmi's names. */
export const isOutside = (id: string): boolean => id === 'walletConnect' || id === 'baseAccount'

/** Connects the wallet of that connector; the page follows its account, its chain and its end. */
export async function connectEvm(
  { id, isKnown }: { id: string; isKnown: boolean },
  queries: QueryClient,
): Promise<ConnectedWallet | null> {
  const config = await configFor(isOutside(id), queries)
  const connector = config.connectors.find((each) => each.id === id)
  if (!connector) return connectElsewhere(queries)
  if (isKnown) await reconnectTo(config, connector)
  if (isKnown && config.state.current === connector.uid) return connected(config)
  // Its holder may choose another account.
  if (config.state.current === connector.uid) await disconnect(config, { connector })
  await connect(config, { connector })
  return connected(config)
}

/** Lets a person choose among all wallets in RainbowKit's dialog; null when it was closed. */
export async function connectElsewhere(queries: QueryClient): Promise<ConnectedWallet | null> {
  const [{ openDialog }, config] = await Promise.all([loadDialogs(), configFor(true, queries)])
  if (config.state.status === 'connected') await disconnect(config)
  await openDialog('connect', config)
  return connected(config)
}

/** RainbowKit's dialog about the wallet that was connected last; false where it is gone. */
export async function openWalletDialog(id: string, queries: QueryClient): Promise<boolean> {
  const [{ openDialog }, config] = await Promise.all([loadDialogs(), reopenEvm(id, queries)])
  const wallet = connected(config)
  if (wallet === null) return false
  // On a network that is not the site's, RainbowKit has no account to show.
  const isHere = config.chains.some((chain) => wallet.isOn(`eip155:${chain.id}`))
  await openDialog(isHere ? 'account' : 'chain', config)
  return true
}

export async function reopenEvm(id: string, queries: QueryClient): Promise<WagmiConfig> {
  const config = await configFor(isOutside(id), queries)
  if (!isOutside(id)) await isOffered({ family: 'evm', id })
  const connector = config.connectors.find((each) => each.id === id)
  if (config.state.status !== 'connected' && connector) await reconnectTo(config, connector)
  return config
}

let underWay: { uid: string; done: Promise<unknown> } | null = null

/** Waits for one that is under way: a second call of wagmi's beside it returns at once, with nothing connected. */
function reconnectTo(config: WagmiConfig, connector: Connector): Promise<unknown> {
  if (underWay?.uid === connector.uid) return underWay.done
  const done = reconnect(config, { connectors: [connector] }).finally(() => (underWay = null))
  underWay = { uid: connector.uid, done }
  return done
}

async function configFor(hasOutside: boolean, queries: QueryClient): Promise<WagmiConfig> {
  if (present && (present.hasOutside || !hasOutside)) return present.config
  const outside = hasOutside ? (await loadDialogs()).outsideConnectors() : []
  present?.stop()
  const config = createWagmiConfig([injected(), ...outside])
  guardConnectors(config)
  // What it kept of an earlier page has lost its connectors; a known wallet is asked whether it still trusts this site.
  config.setState((before) => ({ ...before, connections: new Map(), current: null }))
  present = { config, hasOutside, stop: follow(config, queries) }
  return config
}

function follow(config: WagmiConfig, queries: QueryClient): () => void {
  return watchAccount(config, {
    onChange: ({ status }) => {
      if (status === 'connecting' || status === 'reconnecting') return
      keepCurrent(config)
      tellWallet(queries, 'evm', connected(config))
    },
  })
}

/** A page has one wallet of a family: others, also those of earlier pages, do not come in its place when it goes. */
function keepCurrent({ state, setState }: WagmiConfig): void {
  const { connections, current } = state
  const own = current === null ? undefined : connections.get(current)
  if (current === null || !own || connections.size === 1) return
  setState((before) => ({ ...before, connections: new Map([[current, own]]) }))
}

function connected(config: WagmiConfig): ConnectedWallet | null {
  const account = getAccount(config)
  return account.status === 'connected' ? openEvmWallet(config, account) : null
}
