import { type Address, createPublicClient, http, isAddressEqual } from 'viem'

export type GasSpent = { gas: number; transactions: number }

/** Gas and transactions of one wallet on the local chain, from here to the returned function's call. */
export async function watchGas(rpcUrl: string, wallet: Address): Promise<() => Promise<GasSpent>> {
  const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 })
  const first = (await client.getBlockNumber()) + 1n
  return async () => {
    const last = await client.getBlockNumber()
    let spent: GasSpent = { gas: 0, transactions: 0 }
    for (let number = first; number <= last; number += 1n) {
      const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true })
      for (const { hash } of transactions.filter(({ from }) => isAddressEqual(from, wallet))) {
        const { gasUsed } = await client.getTransactionReceipt({ hash })
        spent = { gas: spent.gas + Number(gasUsed), transactions: spent.transactions + 1 }
      }
    }
    return spent
  }
}
