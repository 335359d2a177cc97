import { type Address, erc20Abi, type Hex, type PublicClient, pad, parseEventLogs, toEventSelector } from 'viem'
import { readEvm } from './evm-client'
import { searchLogsBackwards } from './search-logs'

/** Five and a half hours where a block takes two seconds; six requests for logs of each asset. */
const WINDOW_BLOCKS = 10_000
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

type FundingSearch = {
  network: string
  assets: readonly string[]
  payTo: string
  payers: readonly { payer: string; paidAt: Date; amountAtomic: bigint }[]
}

/**
 * Payers who got at least their first payment from the payee before they made it, in the last blocks, with a transfer
 * that shows it. A refund comes after a payment, and anyone can make a transfer of nothing. Throws `RpcUnreachableError`.
 */
export async function findFunding(
  client: PublicClient,
  { network, assets, payTo, payers }: FundingSearch,
): Promise<{ payer: string; transaction: string }[]> {
  const newestBlock = await readEvm(network, () => client.getBlockNumber({ cacheTime: 0 }))
  const range = { client, network, newestBlock, maxBlocks: WINDOW_BLOCKS, notBefore: null }
  const topics = [TRANSFER, toTopic(payTo), payers.map(({ payer }) => toTopic(payer))]
  const got = new Map<string, { amount: bigint; transaction: string }>()
  for (const asset of assets) {
    await searchLogsBackwards({ ...range, address: asset as Address, topics }, async (log) => {
      const args = parseEventLogs({ abi: erc20Abi, logs: [log], eventName: 'Transfer' })[0]?.args
      const { timestamp } = await readEvm(network, () => client.getBlock({ blockNumber: log.blockNumber }))
      const payer = payers.find((one) => one.payer.toLowerCase() === args?.to.toLowerCase())
      if (args && payer && Number(timestamp) * 1_000 < payer.paidAt.getTime()) {
        const amount = (got.get(payer.payer)?.amount ?? 0n) + args.value
        got.set(payer.payer, { amount, transaction: log.transactionHash })
      }
      return null
    })
  }
  return payers.flatMap(({ payer, amountAtomic }) => {
    const found = got.get(payer)
    return found && found.amount >= amountAtomic ? [{ payer, transaction: found.transaction }] : []
  })
}

const toTopic = (address: string): Hex => pad(address as Hex) // The ledger's addresses are checked.
