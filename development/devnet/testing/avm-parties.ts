import { randomBytes } from 'node:crypto'
import { ed25519Generator } from '@algorandfoundation/algokit-utils/crypto'
import { toClientAvmSigner, toFacilitatorAvmSigner } from '@x402/avm'
import { ExactAvmScheme as ExactSettler } from '@x402/avm/exact/facilitator'
import { x402Facilitator } from '@x402/core/facilitator'
import { fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { testnet } from '../avm/emulator'

export const AVM_NETWORK = 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'

export type AvmWallet = { secretKey: string; address: string }

export function freshAvmWallet(): AvmWallet {
  const seed = new Uint8Array(randomBytes(32))
  const { ed25519Pubkey } = ed25519Generator(seed)
  const secretKey = Buffer.concat([seed, ed25519Pubkey]).toString('base64')
  return { secretKey, address: toClientAvmSigner(secretKey).address }
}

/** A new wallet with that much test USDC, and ALGO only when it is to pay fees. */
export async function fundedAvmWallet(url: string, amountAtomic: bigint, includesGas = false): Promise<AvmWallet> {
  const wallet = freshAvmWallet()
  const order = { network: AVM_NETWORK, address: wallet.address, amountAtomic, includesGas }
  await fundDevnetWallet({ [AVM_NETWORK]: url }, order)
  return wallet
}

export async function avmUsdcBalance(url: string, address: string): Promise<bigint> {
  const response = await fetch(new URL(`/v2/accounts/${address}/assets/${testnet.usdcAssetId}`, url))
  const answer = (await response.json()) as { 'asset-holding': { amount: number } }
  return BigInt(answer['asset-holding'].amount)
}

export const avmFacilitator = (url: string, gas: AvmWallet) =>
  new x402Facilitator().register(
    AVM_NETWORK,
    new ExactSettler(toFacilitatorAvmSigner(gas.secretKey, { testnetUrl: url })),
  )
