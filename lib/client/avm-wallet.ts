import { toClientAvmSigner } from '@x402/avm'
import { ExactAvmScheme } from '@x402/avm/exact/client'
import { PayerError } from './payer-error'
import type { PayerWallet, RpcUrls } from './wallet'

/**
 * An Algorand wallet that pays `exact`; it has no sign-in message format.
 * `key` is the 64-byte secret key (seed, then public key) in base64. Fails with `INVALID_KEY`, without repeating it.
 */
export function createAvmWallet(options: { key: string; networks?: string[]; rpcUrls?: RpcUrls }): PayerWallet {
  const { networks = ['algorand:*'], rpcUrls = {} } = options
  const signer = parseAvmKey(options.key)
  const exact = networks.flatMap((network) => {
    const known = Object.keys(rpcUrls).filter((key) => key.startsWith('algorand:') && network === 'algorand:*')
    return [...known, network]
  })
  return {
    address: signer.address,
    networks,
    schemes: exact.map((network) => ({ network, client: new ExactAvmScheme(signer, { algodUrl: rpcUrls[network] }) })),
    signer: null,
  }
}

function parseAvmKey(key: string) {
  try {
    return toClientAvmSigner(key)
  } catch {
    throw new PayerError('INVALID_KEY', 'The Algorand key must be a 64-byte secret key in base64.')
  }
}
