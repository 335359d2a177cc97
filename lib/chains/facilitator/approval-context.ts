import type { FacilitatorContext, FacilitatorExtension } from '@x402/core/types'
import type { FacilitatorEvmSigner } from '@x402/evm'
import {
  type Address,
  type Hex,
  parseTransaction,
  type PublicClient,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import { approvalSponsoringKey } from '../evm/sponsored-approval'
import { readEvm } from '../evm/evm-client'
import type { OutageWatch } from './outage-watch'

type Step = Hex | { to: Address; data: Hex }

/** Lets the SDK's schemes judge a payment as if the approval that it brings along had landed. */
export function createApprovalContext(parts: {
  network: string
  client: PublicClient
  signer: FacilitatorEvmSigner
  account: Address
  outage: OutageWatch
}): FacilitatorContext {
  const simulateTransactions = (steps: Step[]) => parts.outage.watch(simulate(parts, steps))
  const extension = { key: approvalSponsoringKey, signer: { ...parts.signer, simulateTransactions } }
  return {
    getExtension: <T extends FacilitatorExtension>(key: string) =>
      key === approvalSponsoringKey ? (extension as FacilitatorExtension as T) : undefined, // The key names the type.
  }
}

/** Whether all steps succeed one after the other, by eth_simulateV1. An approval that landed already is passed over. */
async function simulate(
  { network, client, account }: { network: string; client: PublicClient; account: Address },
  steps: Step[],
): Promise<boolean> {
  const calls: { account: Address; to: Address; data?: Hex }[] = []
  for (const step of steps) {
    if (typeof step !== 'string') {
      calls.push({ account, to: step.to, data: step.data })
      continue
    }
    const serializedTransaction = step as TransactionSerializedEIP1559 // The SDK parsed it before.
    const { to, data, nonce = 0 } = parseTransaction(serializedTransaction)
    const payer = await recoverTransactionAddress({ serializedTransaction })
    const nextNonce = await readEvm(network, () => client.getTransactionCount({ address: payer, blockTag: 'latest' }))
    if (nonce > nextNonce) return false
    if (to && nonce === nextNonce) calls.push({ account: payer, to, data })
  }
  const [block] = await readEvm(network, () => client.simulateBlocks({ blocks: [{ calls }] }))
  return block !== undefined && block.calls.every(({ status }) => status === 'success')
}
