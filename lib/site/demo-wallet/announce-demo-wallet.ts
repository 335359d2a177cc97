import { DEMO_WALLET, DEMO_WALLET_RDNS } from '../browser/site-setting'
import { askFaucet, isConnected, setConnected } from './kept-keys'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#5b3fa0"/>
<path d="M6 23V9M6 20L26 10" stroke="#fff" stroke-width="3" stroke-linecap="round" fill="none"/></svg>`

export const walletIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const

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

type WalletListener = (value: unknown) => void
type DemoWalletCall = { method: string; params?: unknown[] }
type DemoWalletMethod = (params: unknown[]) => unknown

/** An EIP-1193 provider with a key of this browser, on only one network. */
export function createEvmProvider(network: string) {
  const chainId = `0x${Number(network.slice('eip155:'.length)).toString(16)}`
  const handlers = new Map<string, Set<WalletListener>>()
  // The cryptography is loaded when the wallet is first used.
  const account = async () => (await import('./evm-account')).evmAccount(network, localStorage)
  const tell = (event: string, value: unknown) => {
    for (const handler of handlers.get(event) ?? []) handler(value)
  }

  const connect = async () => {
    const { address } = await account()
    if (!isConnected('evm', localStorage)) await askFaucet(network, address)
    setConnected('evm', true, localStorage)
    return [address]
  }
  const disconnect = () => {
    setConnected('evm', false, localStorage)
    tell('accountsChanged', [])
    return null
  }
  const switchTo = (target: unknown) => {
    if (target !== chainId) throw rpcError(4902, 'The demo wallet knows only the network of this demo.')
    return null
  }
  const answers: Record<string, DemoWalletMethod> = {
    eth_chainId: () => chainId,
    eth_accounts: async () => (isConnected('evm', localStorage) ? [(await account()).address] : []),
    eth_requestAccounts: connect,
    wallet_revokePermissions: disconnect,
    wallet_switchEthereumChain: ([target]) => switchTo((target as { chainId?: unknown } | undefined)?.chainId),
    personal_sign: async ([message]) => (await account()).signMessage(message),
    eth_signTypedData_v4: async ([, text]) => (await account()).signTypedData(text),
    eth_sendTransaction: async ([call]) => (await account()).sendTransaction(call),
  }

  const provider = {
    async request({ method, params = [] }: DemoWalletCall): Promise<unknown> {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (!answer) throw rpcError(4200, `The demo wallet does not know ${method}.`)
      return answer(params)
    },
    on(event: string, handler: WalletListener) {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler))
      return provider
    },
    removeListener(event: string, handler: WalletListener) {
      handlers.get(event)?.delete(handler)
      return provider
    },
  }
  return provider
}

const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code })

type DemoAccount = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
type Listener = (change: { accounts: DemoAccount[] }) => void

const features = ['solana:signTransaction', 'solana:signMessage']
const CHAIN = 'solana:devnet'

/** A wallet by the Wallet Standard, with a key of this browser. It reconnects silently. */
export function createSolanaWallet(network: string) {
  const listeners = new Set<Listener>()
  let accounts: DemoAccount[] = []
  // The cryptography is loaded when the wallet is first used.
  const signer = async () => (await import('./solana-account')).solanaAccount(localStorage)

  const show = (next: DemoAccount[]) => {
    accounts = next
    for (const listener of listeners) listener({ accounts })
  }
  const connect = async ({ silent = false }: { silent?: boolean } = {}) => {
    if (silent && !isConnected('svm', localStorage)) return { accounts }
    const { address, publicKey } = await signer()
    if (!isConnected('svm', localStorage)) await askFaucet(network, address)
    setConnected('svm', true, localStorage)
    show([{ address, publicKey, chains: [CHAIN], features }])
    return { accounts }
  }
  const disconnect = async () => {
    setConnected('svm', false, localStorage)
    show([])
  }
  const signTransaction = async (...inputs: { transaction: Uint8Array }[]) => {
    const { signTransaction: sign } = await signer()
    return Promise.all(inputs.map(async ({ transaction }) => ({ signedTransaction: await sign(transaction) })))
  }
  const signMessage = async (...inputs: { message: Uint8Array }[]) => {
    const { signMessage: sign } = await signer()
    return Promise.all(inputs.map(async ({ message }) => ({ signedMessage: message, signature: await sign(message) })))
  }
  const on = (_event: string, listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    version: '1.0.0',
    name: DEMO_WALLET,
    icon: walletIcon,
    chains: [CHAIN],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
      'solana:signMessage': { version: '1.0.0', signMessage },
    },
  }
}
