import { setTimeout as sleep } from 'node:timers/promises'
import { type Hex, keccak256, type PublicClient, parseTransaction, type TransactionSerialized } from 'viem'
import type { EvmAccount } from '@/lib/base/chains/evm/evm-account'
import type { EvmCall } from '@/lib/base/chains/evm/evm-call'
import { chainIdOf } from '@/lib/base/chains/evm/payment-digest'
import { QUORUM_NODES } from '@/lib/base/chains/quorum'
import type { SentTransaction, SignedTransaction, WalletSlot, WalletState } from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'
import { type EvmFees, type GasMarket, isWithin, raisedFees, within } from './gas-market'

/** A settlement transaction before it has a sender and a nonce; `payer` is set where it may share one. */
export type GasBoundCall = EvmCall & { gas: bigint; payer?: Hex }

/** A wallet that cannot pay for this much gas, some ten settlements, is low. */
const DRY_BELOW_GAS = 1_500_000n

export async function signCall(
  wallet: EvmAccount,
  { network, call, nonce, fees }: { network: string; call: GasBoundCall; nonce: bigint; fees: EvmFees },
): Promise<SignedTransaction> {
  const { to, data, gas } = call
  const terms = { type: 'eip1559', chainId: chainIdOf(network), nonce: Number(nonce), ...fees } as const
  const raw = await wallet.signTransaction({ ...terms, to, data, gas })
  return { hash: keccak256(raw), raw, lastValidHeight: null, maxCost: gas * fees.maxFeePerGas }
}

/** Signs the call again under its nonce, at fees that make nodes drop the earlier one; null above the ceiling. */
export async function signReplacement(
  wallet: EvmAccount,
  { network, sent, market }: { network: string; sent: SentTransaction; market: GasMarket },
): Promise<SignedTransaction | null> {
  const { to, data, gas, nonce, ...earlier } = parseSent(sent.raw)
  const fees = raisedFees(earlier, market.fees)
  if (!isWithin(fees, market.ceiling)) return null
  return signCall(wallet, { network, call: { to, data, gas }, nonce: BigInt(nonce), fees })
}

const FILLER_GAS = 21_000n

/**
 * An empty transfer to ourselves, which takes the nonce of a refused or missing transaction. It is
 * made to replace `earlier` where some node has that after all.
 */
export async function signFiller(
  wallet: EvmAccount,
  { network, slot, market }: { network: string; slot: WalletSlot & { nonce: bigint }; market: GasMarket },
): Promise<SignedTransaction> {
  const wanted = slot.earlier === null ? market.fees : raisedFees(parseSent(slot.earlier), market.fees)
  const call = { to: wallet.address, data: '0x', gas: FILLER_GAS } as const
  return signCall(wallet, { network, call, nonce: slot.nonce, fees: within(wanted, market.ceiling) })
}

export function isFiller({ raw, wallet }: SentTransaction): boolean {
  const { to, data } = parseSent(raw)
  return data === '0x' && to.toLowerCase() === wallet.toLowerCase()
}

function parseSent(raw: string) {
  const parsed = parseTransaction(raw as TransactionSerialized<'eip1559'>) // We signed it as such.
  const { to, data = '0x', gas, nonce = 0, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed
  if (!to || !gas) throw new Error('Expected a stored settlement transaction.')
  return { to, data, gas, nonce, maxFeePerGas, maxPriorityFeePerGas }
}

export async function readEvmWallet(rpc: EvmRpc, address: Hex, fees: EvmFees): Promise<WalletState> {
  const [balance, nextNonce] = await Promise.all([rpc.client.getBalance({ address }), readNextNonce(rpc, address)])
  return { address, balance, isDry: balance < fees.maxFeePerGas * DRY_BELOW_GAS, nextNonce: BigInt(nextNonce) }
}

const SILENCE_MS = 2_000

/**
 * With enough nodes to compare, the highest nonce that two of them know: a late node does not make the chain look
 * reset, and a lying one leaves no gap.
 */
async function readNextNonce({ client, nodes }: EvmRpc, address: Hex): Promise<number> {
  const ask = (node: PublicClient) => node.getTransactionCount({ address, blockTag: 'pending' })
  if (nodes.length < QUORUM_NODES) return ask(client)
  const told: number[] = []
  const asked = Promise.allSettled(nodes.map(async (node) => told.push(await ask(node))))
  await Promise.race([asked, sleep(SILENCE_MS, undefined, { ref: false })])
  const [highest, second] = told.sort((one, other) => other - one)
  return second ?? highest ?? ask(client)
}
