import type { BrowserFamily } from './browser-wallet'

/** The wallet that was connected last in this browser, of one family; `address` is null where its library keeps none. */
export type RememberedWallet = { family: BrowserFamily; id: string; name: string; address: string | null }

/** Where wagmi and the Solana adapter keep it; read here before either is loaded. */
const keys: Record<BrowserFamily, string> = { evm: 'wagmi.store', svm: 'turnpike-solana-wallet' }
export const SOLANA_WALLET_KEY = keys.svm

export const rememberedText = (family: BrowserFamily): string | null => window.localStorage.getItem(keys[family])

export function forgetWallets(): void {
  for (const key of Object.values(keys)) window.localStorage.removeItem(key)
}

/** Null where there is none, or where another program has written something else. */
export function parseRememberedWallet(family: BrowserFamily, text: string | null): RememberedWallet | null {
  if (text === null) return null
  try {
    const kept: unknown = JSON.parse(text)
    if (family === 'evm') return lastConnection(kept)
    return typeof kept === 'string' ? { family, id: kept, name: kept.slice(0, 60), address: null } : null
  } catch {
    return null
  }
}

/** In wagmi's state: the present one of its connections, a map that is written as pairs. */
function lastConnection(kept: unknown): RememberedWallet | null {
  const state = fieldOf(kept, 'state')
  const pairs = fieldOf(fieldOf(state, 'connections'), 'value')
  if (!Array.isArray(pairs)) return null
  const [, connection] = pairs.find((pair) => fieldOf(pair, '0') === fieldOf(state, 'current')) ?? []
  const connector = fieldOf(connection, 'connector')
  const [id, name] = [fieldOf(connector, 'id'), fieldOf(connector, 'name')]
  const address = fieldOf(fieldOf(connection, 'accounts'), '0')
  const isWhole = typeof id === 'string' && typeof name === 'string'
  if (!isWhole || typeof address !== 'string' || !/^0x[0-9A-Fa-f]{40}$/.test(address)) return null
  return { family: 'evm', id, name: name.slice(0, 60), address }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
