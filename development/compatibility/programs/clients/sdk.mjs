import { createKeyPairSignerFromBytes } from '@solana/kit'
import bs58 from 'bs58'
import { createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { cell, endWith } from '../cell.mjs'

/** The SDK's fetch, of the release whose packages are named. */
const { fetch: fetchPackage, scheme, schemePackage } = cell.packages
const { wrapFetchWithPayment, x402Client } = await import(fetchPackage)
const client = new x402Client()
client.setSpendControls?.(false)
if (cell.family === 'svm') {
  const { ExactSvmScheme } = await import(schemePackage)
  const signer = await createKeyPairSignerFromBytes(bs58.decode(cell.svmKey))
  client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: cell.svmRpcUrl }))
} else if (cell.family === 'avm') {
  const { ExactAvmScheme } = await import(schemePackage)
  const { toClientAvmSigner } = await import('@x402/avm')
  const signer = toClientAvmSigner(cell.avmKey)
  client.register('algorand:*', new ExactAvmScheme(signer, { algodUrl: cell.avmUrl }))
} else {
  const schemes = await import(schemePackage)
  const account = privateKeyToAccount(cell.evmKey)
  const chain = createPublicClient({ chain: baseSepolia, transport: http(cell.evmRpcUrl) })
  const signer = {
    address: account.address,
    signTypedData: (message) => account.signTypedData(message),
    readContract: (call) => chain.readContract(call),
  }
  client.register('eip155:*', new schemes[scheme ?? 'ExactEvmScheme'](signer, { rpcUrl: cell.evmRpcUrl }))
}
await endWith(await wrapFetchWithPayment(fetch, client)(cell.url, cell.init ?? {}))
