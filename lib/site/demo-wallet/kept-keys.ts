export type WalletFamily = 'evm' | 'svm'

type KeyStore = Pick<Storage, 'getItem' | 'setItem'>

const keyName = (family: WalletFamily) => `turnpike-demo-wallet ${family}`
const openName = (family: WalletFamily) => `turnpike-demo-wallet ${family} connected`

/** The wallet's secret of that family, 32 bytes, made on first use and stored in this browser. */
export function secretOf(family: WalletFamily, store: KeyStore): Uint8Array {
  const kept = store.getItem(keyName(family))
  if (kept !== null && /^[0-9a-f]{64}$/.test(kept)) return fromHex(kept)
  const made = crypto.getRandomValues(new Uint8Array(32))
  store.setItem(keyName(family), [...made].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  return made
}

/** Whether the site is connected with the wallet, also after the page is loaded again. */
export const isConnected = (family: WalletFamily, store: KeyStore): boolean => store.getItem(openName(family)) === 'yes'

export function setConnected(family: WalletFamily, connected: boolean, store: KeyStore): void {
  store.setItem(openName(family), connected ? 'yes' : 'no')
}

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const TEN_USDC = '10000000'

/**
 * Gets play money for an address of the wallet. Without an answer it stays empty, and the checkout, which reads the
 * balance, offers the faucet.
 */
export async function askFaucet(network: string, address: string): Promise<void> {
  const body = JSON.stringify({ network, address, amount: TEN_USDC })
  await fetch('/devnet/faucet', { method: 'POST', body }).catch(() => null)
}
