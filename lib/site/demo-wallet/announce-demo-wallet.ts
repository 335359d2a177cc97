import { DEMO_WALLET, DEMO_WALLET_RDNS } from '@/lib/site/browser/demo-wallet-name'
import { createEvmProvider } from './evm-provider'
import { createSolanaWallet } from './solana-wallet'
import { walletIcon } from './wallet-icon'

const info = Object.freeze({
  uuid: 'd0f4a1c2-5b7e-4c39-9a60-7e1b2c3d4e5f',
  name: DEMO_WALLET,
  rdns: DEMO_WALLET_RDNS,
  icon: walletIcon,
})

/**
 * Announces the demo's wallet as wallet extensions do: by EIP-6963 and by the Wallet Standard. Its keys are unprotected
 * in this browser's storage, so it is only for play money.
 */
export function announceDemoWallet(networks: readonly string[]): void {
  const evm = networks.find((network) => network.startsWith('eip155:'))
  const solana = networks.find((network) => network.startsWith('solana:'))
  if (evm) announceProvider(createEvmProvider(evm))
  if (solana) register(createSolanaWallet(solana))
}

/** https://eips.ethereum.org/EIPS/eip-6963 */
function announceProvider(provider: object) {
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** https://github.com/wallet-standard/wallet-standard */
function register(wallet: object) {
  const enter = (api: { register: (each: object) => void }) => api.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) => enter(Reflect.get(event, 'detail')))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: enter }))
}
