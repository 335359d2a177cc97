import { type Hex, parseTransaction, type TransactionSerialized } from 'viem'
import type { EvmCall } from '../../evm/evm-call'
import type { EvmFees, EvmGasWallet } from '../../evm/gas-wallet'
import type { SentTransaction, SignedTransaction, WalletState } from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'
import { raisedFees } from './gas-fees'

/** What a settlement transaction carries, before it has a sender and a nonce. */
export type GasBoundCall = EvmCall & { gas: bigint }

/** A wallet that cannot pay for this much gas, some ten settlements, is dry. */
const DRY_BELOW_GAS = 1_500_000n

export async function signCall(
  wallet: EvmGasWallet,
  { network, call, nonce, fees }: { network: string; call: GasBoundCall; nonce: bigint; fees: EvmFees },
): Promise<SignedTransaction> {
  const signed = await wallet.sign({ network, call, nonce: Number(nonce), gas: call.gas, fees })
  return { hash: signed.hash, raw: signed.rawTransaction, lastValidHeight: null }
}

/** The same call under the same nonce, at fees that make nodes drop the earlier version. */
export async function signReplacement(
  wallet: EvmGasWallet,
  { network, sent, fees }: { network: string; sent: SentTransaction; fees: EvmFees },
): Promise<SignedTransaction> {
  const earlier = parseTransaction(sent.raw as TransactionSerialized<'eip1559'>) // We signed it as such.
  const { nonce, to, data = '0x', gas } = earlier
  if (!to || !gas) throw new Error('Expected a stored settlement transaction.')
  const raised = raisedFees(
    { maxFeePerGas: earlier.maxFeePerGas ?? 0n, maxPriorityFeePerGas: earlier.maxPriorityFeePerGas ?? 0n },
    fees,
  )
  return signCall(wallet, { network, call: { to, data, gas }, nonce: BigInt(nonce ?? 0), fees: raised })
}

export async function readEvmWallet(rpc: EvmRpc, address: Hex, fees: EvmFees): Promise<WalletState> {
  const [balance, nextNonce] = await Promise.all([
    rpc.client.getBalance({ address }),
    rpc.client.getTransactionCount({ address, blockTag: 'pending' }),
  ])
  return { address, balance, isDry: balance < fees.maxFeePerGas * DRY_BELOW_GAS, nextNonce: BigInt(nextNonce) }
}
