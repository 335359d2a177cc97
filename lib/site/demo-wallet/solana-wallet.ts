import { DEMO_WALLET } from '@/lib/site/browser/demo-wallet-name'
import { askFaucet, isConnected, setConnected } from './kept-keys'
import { walletIcon } from './wallet-icon'

type Account = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
type Listener = (change: { accounts: Account[] }) => void

const features = ['solana:signTransaction', 'solana:signMessage']
const CHAIN = 'solana:devnet'

/** A wallet by the Wallet Standard, with a key of this browser. It reconnects silently. */
export function createSolanaWallet(network: string) {
  const listeners = new Set<Listener>()
  let accounts: Account[] = []
  // The cryptography is loaded when the wallet is first used.
  const signer = async () => (await import('./solana-account')).solanaAccount(localStorage)

  const show = (next: Account[]) => {
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
