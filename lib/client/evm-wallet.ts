import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import type { EVMSigner } from '@x402/extensions/sign-in-with-x'
import { isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { PayerError } from './payer-error'
import type { PayerWallet, RpcUrls } from './wallet'

/** Signs typed data for payments and messages for sign-in; a viem account is one. */
export type ClientEvmAccount = ConstructorParameters<typeof ExactEvmScheme>[0] & EVMSigner

/**
 * An EVM wallet that pays `exact` and `upto`.
 * `networks` are the chains that it signs for: for a browser's wallet the one chain it is on.
 */
export function createEvmWallet(options: {
  account: ClientEvmAccount
  networks?: string[]
  rpcUrls?: RpcUrls
}): PayerWallet {
  const { account, networks = ['eip155:*'] } = options
  const rpc = rpcByChainId(options.rpcUrls ?? {})
  const clients = [new ExactEvmScheme(paymentSigner(account), rpc), new UptoEvmScheme(paymentSigner(account), rpc)]
  return {
    address: account.address,
    networks,
    schemes: networks.flatMap((network) => clients.map((client) => ({ network, client }))),
    signer: account,
  }
}

/**
 * Restricts an account to signing payments: if it can sign transactions too, the SDK lets a seller ask for one (an
 * approval without limit) on the payer's behalf.
 */
const paymentSigner = (account: ClientEvmAccount): Pick<ClientEvmAccount, 'address' | 'signTypedData'> => ({
  address: account.address,
  signTypedData: (data) => account.signTypedData(data),
})

/** Reads a 0x-prefixed 32-byte key. Fails with `INVALID_KEY`, without repeating it. */
export function parseEvmKey(key: string) {
  if (isHex(key) && key.length === 66) {
    try {
      return privateKeyToAccount(key)
    } catch {
      // Outside the curve's order: the same error as for any other unusable key.
    }
  }
  throw new PayerError('INVALID_KEY', 'The EVM key must be 0x and 64 hexadecimal digits.')
}

function rpcByChainId(rpcUrls: RpcUrls): Record<number, { rpcUrl?: string }> {
  const entries = Object.entries(rpcUrls).flatMap(([network, rpcUrl]) => {
    const chainId = /^eip155:(\d+)$/.exec(network)?.[1]
    return chainId && rpcUrl ? [[Number(chainId), { rpcUrl }] as const] : []
  })
  return Object.fromEntries(entries)
}
