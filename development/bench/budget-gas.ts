import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, hexToBytes, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { devnetEnv, serveTestSite } from '@/development/testing/serve-test-site'
import { devnetRpcUrls, type FundRequest, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { claimChannels } from '@/lib/gate/resource-server/channels/claim-channels'
import { paymentHeaders } from './run/measure/payments'
import { startChain } from './run/world/start-chain'

/**
 * Gas of an article that is read out of a budget, on the local chain with the real contract: a hundred readers read ten
 * articles each, and all of it is claimed and paid out as the product does: `npm run bench -- budget-gas`.
 */
const [READERS, ARTICLES, PRICE, BUDGET] = [100, 10, 50_000n, 2_000_000n]
const ends: (() => unknown)[] = []
const chain = await startChain({ onEnd: (end) => ends.push(end) })
const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-gas-'))
const server = await startEmbeddedDatabase({ dataDir: join(folder, 'db'), isDurable: false })
await deployMigrations(server.url)
const faucet = (order: FundRequest) => fundDevnetWallet(devnetRpcUrls(chain), order)
const gas = await createGasKeys({ faucet })
const payTo = privateKeyToAddress(generatePrivateKey())
const site = await serveTestSite({
  env: { ...(await devnetEnv(chain, gas)), DATABASE_URL: server.url },
  routes: {
    'GET /articles/[name]': {
      config: {
        accepts: { scheme: 'exact', price: '$0.05', network: BASE_SEPOLIA, payTo },
        takesBudgets: true,
        extensions: { 'sign-in-with-x': { statement: 'Read it again' } },
      },
      handler: () => new Response('To its end.'),
    },
  },
})
try {
  const node = createPublicClient({ transport: http(chain.evmRpcUrl), cacheTime: 0 })
  const spentFrom = async (first: bigint) => {
    let [used, count, data] = [0n, 0, 0]
    for (let number = first + 1n; number <= (await node.getBlockNumber()); number += 1n) {
      const { transactions } = await node.getBlock({ blockNumber: number, includeTransactions: true })
      for (const { hash, from, input } of transactions) {
        if (from !== privateKeyToAddress(gas.evm).toLowerCase()) continue
        used += (await node.getTransactionReceipt({ hash })).gasUsed
        count += 1
        data += hexToBytes(input).reduce((sum, byte) => sum + (byte === 0 ? 4 : 16), 0)
      }
    }
    return { used: Number(used), count, data }
  }
  const buyers = []
  while (buyers.length < READERS) buyers.push(await createChannelBuyer({ evmRpcUrl: chain.evmRpcUrl, faucet }, BUDGET))
  const read = async (name: number, headers: Record<string, string>) => {
    const { status } = await fetch(`${site.origin}/articles/${name}`, { headers })
    if (status !== 200) throw new Error(`Article ${name} was answered ${status}.`)
  }
  const before = await node.getBlockNumber()
  for (const buyer of buyers) {
    await read(1, (await buyer.sign(`${site.origin}/articles/1`, { minDeposit: BUDGET.toString() })).headers)
  }
  const opened = await spentFrom(before)
  const since = await node.getBlockNumber()
  for (const buyer of buyers) {
    const sums = Array.from({ length: ARTICLES - 1 }, (_, index) => PRICE * BigInt(index + 2))
    const vouchers = await buyer.signVouchers(`${site.origin}/articles/2`, sums)
    for (const [index, voucher] of vouchers.entries()) await read(index + 2, paymentHeaders(voucher))
  }
  const { claimed } = await claimChannels(site.application.gate, { afterSeconds: 0, aboveAtomic: 0n })
  const { used, count, data } = await spentFrom(since)
  console.log(
    `${claimed} budgets: ${count} transactions, ${used} gas to claim and pay out, ${data} of it for their data`,
  )
  console.log(`${Math.round(used / (READERS * ARTICLES))} gas for each article read (goal: at most 1000)`)
  console.log(`apart: ${Math.round(opened.used / READERS)} gas for each budget that is opened`)
} finally {
  await site.stop()
  await server.stop()
  for (const end of ends) await end()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
