import type { PaidFetchOptions } from './create-paid-fetch'
import { createPaidFetch } from './create-paid-fetch'
import { PayerError } from './payer-error'
import type { PayerWallet, RpcUrls } from './wallet'

export type PayerOptions = Omit<PaidFetchOptions, 'wallets'> & {
  /** 0x-prefixed. */
  evmKey?: string | undefined
  /** Base58, 64 bytes. */
  svmKey?: string | undefined
  /** Base64, 64 bytes. */
  avmKey?: string | undefined
  rpcUrls?: RpcUrls
  /** Networks that the keys may pay on, per family; all of the family's when absent. */
  networks?: { evm?: string[]; svm?: string[]; avm?: string[] }
}

/**
 * A payer that holds its keys: for terminals, agents and the MCP bridge. Browsers use `createPaidFetch` with wallets.
 * Fails with `INVALID_KEY` when a key cannot be read or none is given.
 */
export async function createPayer(options: PayerOptions) {
  const wallets = [...(await evmWallets(options)), ...(await svmWallets(options)), ...(await avmWallets(options))]
  if (wallets.length === 0) {
    throw new PayerError('INVALID_KEY', 'A payer needs a key: EVM (0x and 64 hexadecimal digits) or Solana (base58).')
  }
  return { fetch: createPaidFetch({ ...options, wallets }), wallets }
}

async function evmWallets({ evmKey, networks, rpcUrls }: PayerOptions): Promise<PayerWallet[]> {
  if (!evmKey) return []
  const { createEvmWallet, parseEvmKey } = await import('./evm-wallet')
  return [createEvmWallet({ account: parseEvmKey(evmKey), networks: networks?.evm, rpcUrls })]
}

async function svmWallets({ svmKey, networks, rpcUrls }: PayerOptions): Promise<PayerWallet[]> {
  if (!svmKey) return []
  const { createSvmWallet, keyPairMessageSigner, parseSvmKey } = await import('./svm-wallet')
  const signer = await parseSvmKey(svmKey)
  return [createSvmWallet({ signer, messageSigner: keyPairMessageSigner(signer), networks: networks?.svm, rpcUrls })]
}

async function avmWallets({ avmKey, networks, rpcUrls }: PayerOptions): Promise<PayerWallet[]> {
  if (!avmKey) return []
  const { createAvmWallet } = await import('./avm-wallet')
  return [createAvmWallet({ key: avmKey, networks: networks?.avm, rpcUrls })]
}
