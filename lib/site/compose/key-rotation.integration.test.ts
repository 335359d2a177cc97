import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, it } from 'vitest'
import { createChannelBuyer } from '@/development/testing/channel-buyer'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, readUsdc } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { claimChannels } from '@/lib/channels/gate/claim-channels'

const world = testWorld()
const price = 1_000n
const payTo = privateKeyToAccount(generatePrivateKey()).address
const { url: databaseUrl, client: database } = await openTestDatabase()
const [oldAuthorizer, newAuthorizer] = [generatePrivateKey(), generatePrivateKey()]
const sites: TestSite[] = []

const start = async (gas: string, authorizer: Record<string, string>) => {
  const route = (scheme: 'exact' | 'batch-settlement') => ({
    config: { accepts: { scheme, price: '$0.001', network: BASE_SEPOLIA, payTo } },
    handler: () => Response.json({ content: scheme }),
  })
  const site = await startTestSite({
    databaseUrl,
    gas: oldGas,
    ...(sites[0] && { publicOrigin: sites[0].origin }),
    routes: { 'GET /exact': route('exact'), 'GET /channel': route('batch-settlement') },
    env: { FACILITATOR_KEYS: gas, ...authorizer },
  })
  sites.push(site)
  return site
}

const [oldGas, newGas] = await Promise.all([createGasKeys(world), createGasKeys(world)])
const before = await start(oldGas.evm, { RECEIVER_AUTHORIZER_KEYS: oldAuthorizer })
const buyer = await createChannelBuyer(world, 1_000_000n)
expect((await buyer.fetch(`${before.origin}/channel`)).status).toBe(200)
afterAll(async () => {
  for (const site of sites) await site.stop()
})

const payAt = async (site: TestSite) => {
  const payer = await createEvmBuyer(world, price)
  return (await fetch(`${site.origin}/exact`, await payer.sign(`${site.origin}/exact`))).status
}

const walletsThatPaid = async () =>
  (await database.gasWallet.findMany({ where: { network: BASE_SEPOLIA } })).map(({ address }) => address.toLowerCase())

const addressOf = (key: `0x${string}`) => privateKeyToAccount(key).address.toLowerCase()

const claimsAt = (site: TestSite) => claimChannels(site.application.gate, { afterSeconds: 1e6, aboveAtomic: 1n })

it('a gas key is replaced while instances with the old one and with both go on', async () => {
  const both = await start(`${newGas.evm},${oldGas.evm}`, { RECEIVER_AUTHORIZER_KEYS: oldAuthorizer })
  expect(await Promise.all([before, both, before, both].map(payAt))).toEqual([200, 200, 200, 200])
  const after = await start(newGas.evm, { RECEIVER_AUTHORIZER_KEYS: oldAuthorizer })
  expect(await Promise.all([both, after].map(payAt))).toEqual([200, 200])
  expect(await walletsThatPaid()).toEqual(expect.arrayContaining([addressOf(oldGas.evm), addressOf(newGas.evm)]))
})

it('channels that name a replaced authorizer are claimed with its key, and with none other', async () => {
  const forgotten = await start(newGas.evm, { RECEIVER_AUTHORIZER_KEYS: newAuthorizer })
  expect(await claimsAt(forgotten)).toBe(0)
  await database.execute(sql`UPDATE payment_channels SET next_claim_at = now()`)

  const rotated = await start(newGas.evm, {
    RECEIVER_AUTHORIZER_KEYS: `${newAuthorizer},${oldAuthorizer}`,
  })
  // The stock client follows the terms: it opens a channel that names the new one.
  expect((await buyer.fetch(`${rotated.origin}/channel`)).status).toBe(200)
  const earned = await readUsdc(world, payTo)
  expect(await claimsAt(rotated)).toBe(2)
  expect((await readUsdc(world, payTo)) - earned).toBe(2n * price)
  const channels = await database.paymentChannel.findMany({ orderBy: { openedAt: 'asc' } })
  expect(channels.map((channel) => channel.receiverAuthorizer)).toEqual([oldAuthorizer, newAuthorizer].map(addressOf))
})
