import { encodeFunctionData, type Hex, hexToBigInt, parseAbi } from 'viem'
import type { EvmCall } from '../../evm/evm-call'
import { readErc20Permit2Allowance } from '../../evm/evm-reads'
import { readSponsoredApproval, type SponsoredApproval } from '../../evm/sponsored-approval'
import type { Payment, PendingApproval, Refusal } from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'
import { readHighestRecentFee } from './gas-fees'

/** Rollups charge their layer 1 costs besides the gas; this contract tells how much. Other chains do not have it. */
const GAS_PRICE_ORACLE: Hex = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])

export type ApprovalTools = {
  rpc: EvmRpc
  network: string
  /** Adds the gas of a plain transfer to that call; null when the chain says that it would fail. */
  withGas(call: EvmCall): Promise<(EvmCall & { gas: bigint }) | null>
}

/**
 * The approval that must land before a payment settles, with the gas money that its payer lacks for it. Null when
 * nothing must, also once it has landed. Refused when it never can, or asks for more than approvals cost here.
 */
export async function findPendingApproval(
  tools: ApprovalTools,
  { payload, authorization }: Payment,
): Promise<PendingApproval | Refusal | null> {
  const approval = await readSponsoredApproval(payload, authorization)
  if (!approval) return null
  const { rpc, network } = tools
  const payer = authorization.payer as Hex // Checked when the authorization was read.
  // Before the allowance: an approval that lands in between is then seen in it, not taken for a spent nonce.
  const nonce = await rpc.client.getTransactionCount({ address: payer, blockTag: 'latest' })
  const allowance = await readErc20Permit2Allowance(rpc.client, network, authorization.asset, payer)
  if (allowance >= authorization.amountAtomic) return null
  if (approval.nonce !== nonce) return refuse('Expected the approval to be the next transaction of the payer.')
  const { balance, deficit } = await readDeficit(tools, payer, approval)
  const { hash, raw } = approval
  if (deficit === 0n) return { isRefused: false, hash, raw, funding: null }
  if (approval.maxFeePerGas > (await readHighestRecentFee(rpc.client))) {
    return refuse('Expected the approval to offer no more for gas than its chain has asked lately.')
  }
  const call = await tools.withGas({ to: payer, data: '0x', value: deficit })
  if (!call) return refuse('Expected a payer that takes gas money.')
  // Not by its hash: a payer may sign any number of approvals for one nonce, and needs gas money for one of them.
  const key = `${payer}/${nonce}/${balance}`
  const funding = { isRefused: false as const, key, wallet: null, isBatchable: false, work: call }
  return { isRefused: false, hash, raw, funding }
}

/** What the payer's balance lacks for the gas that the approval offers, and for what a rollup adds. */
async function readDeficit({ rpc }: ApprovalTools, payer: Hex, { raw, gas, maxFeePerGas }: SponsoredApproval) {
  const [balance, rollupFee] = await Promise.all([rpc.client.getBalance({ address: payer }), readRollupFee(rpc, raw)])
  const cost = gas * maxFeePerGas + rollupFee
  return { balance, deficit: balance >= cost ? 0n : cost - balance }
}

/** Twice the present fee, as it moves with the layer below. */
async function readRollupFee(rpc: EvmRpc, raw: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: oracleAbi, functionName: 'getL1Fee', args: [raw] })
  const answer = await rpc.client.call({ to: GAS_PRICE_ORACLE, data })
  return answer.data ? hexToBigInt(answer.data) * 2n : 0n
}

const refuse = (message: string): Refusal => ({ isRefused: true, reason: 'erc20_approval_tx_failed', message })
