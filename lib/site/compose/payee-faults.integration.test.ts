import { generateKeyPairSigner } from '@solana/kit'
import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, it, vi } from 'vitest'
import { freshAccount, usdc, walletAt } from '@/development/devnet/testing/evm-parties'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite } from '@/development/testing/open-test-site'
import { openTestDatabase } from '@/development/testing/test-database'
import { createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { assetOf } from '@/lib/base/chains/assets'
import { createChains } from '@/lib/base/chains/chains'
import { readPayeeFault } from '@/lib/base/chains/payee-fault'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { ALGORAND_TESTNET, BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { checkPayees } from '@/lib/site/operations/doctor/check-sellers'

const world = testWorld()
const { url: databaseUrl } = await openTestDatabase()
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
const newSolana = async () => (await generateKeyPairSigner()).address

/** Blocks an address as the issuer of USDC can; on the local token anyone may. */
async function block(address: `0x${string}`): Promise<void> {
  const sender = freshAccount()
  await world.faucet({ network: BASE_SEPOLIA, address: sender.address })
  const wallet = walletAt(world.evmRpcUrl, sender)
  const abi = parseAbi(['function blacklist(address account)'])
  const data = encodeFunctionData({ abi, args: [address] })
  await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to: usdc, data }) })
}

it('is told of each chain: a blocked address, one without a token account, one that has not opted in', async () => {
  const config = (url: string) => ({ rpcUrls: [url], confirmations: 1 })
  const networks = {
    [BASE_SEPOLIA]: config(world.evmRpcUrl),
    [SOLANA_DEVNET]: config(world.svmRpcUrl),
    [ALGORAND_TESTNET]: config(world.avmUrl),
  }
  const chains = createChains({ networks })
  const faultOf = (network: string, payTo: string) =>
    readPayeeFault(chains, { network, asset: assetOf(network)?.address ?? '', payTo })
  const [blocked, solana] = [newAddress(), await newSolana()]
  await block(blocked)
  expect(await faultOf(BASE_SEPOLIA, newAddress())).toBeNull()
  expect(await faultOf(BASE_SEPOLIA, blocked)).toBe('blocked')
  expect(await faultOf(SOLANA_DEVNET, solana)).toBe('no_account')
  await world.faucet({ network: SOLANA_DEVNET, address: solana, amountAtomic: 1n })
  expect(await faultOf(SOLANA_DEVNET, solana)).toBeNull()
  const algorand = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'
  expect(await faultOf(ALGORAND_TESTNET, algorand)).toBe('no_account')
  await world.faucet({ network: ALGORAND_TESTNET, address: algorand, amountAtomic: 1n })
  expect(await faultOf(ALGORAND_TESTNET, algorand)).toBeNull()
})

it('is left out of the offer, and offered within a minute once it can be paid', async () => {
  const [payTo, blocked, solana] = [newAddress(), newAddress(), await newSolana()]
  await block(blocked)
  const option = { scheme: 'exact', price: '$0.01' } as const
  const [good, bad] = [
    { ...option, network: BASE_SEPOLIA, payTo },
    { ...option, network: BASE_SEPOLIA, payTo: blocked },
  ]
  const bySolana = { ...option, network: SOLANA_DEVNET, payTo: solana }
  const handler = () => new Response('goods')
  const site = await startTestSite({
    databaseUrl,
    gas: await createGasKeys(world),
    routes: {
      'GET /mixed': { config: { accepts: [bad, good, bySolana] }, handler },
      'GET /none': { config: { accepts: [bad] }, handler },
    },
  })
  try {
    const offered = async () => {
      const parsed = parseHeader((await fetch(`${site.origin}/mixed`)).headers.get('payment-required') ?? '')
      return parsed.ok ? (parsed.value as PaymentRequired).accepts.map((terms) => terms.payTo) : []
    }
    expect(await offered()).toEqual([payTo])
    expect((await fetch(`${site.origin}/none`)).status).toBe(503)
    await world.faucet({ network: SOLANA_DEVNET, address: solana, amountAtomic: 1n })
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
    await expect.poll(offered).toEqual([payTo, solana])
  } finally {
    vi.restoreAllMocks()
    await site.stop()
  }
})

it('is refused as a payout address, and named by the doctor where it became one', async () => {
  const site = await startTestSite({ databaseUrl, gas: await createGasKeys(world), routes: {} })
  try {
    const { application } = site
    const seller = await createTestSeller(site)
    const [blocked, solana] = [newAddress(), await newSolana()]
    await block(blocked)
    const confirm = (network: string, address: string) =>
      confirmPayTo(application.sellers, seller.actor, { network, address, confirmation: address })
    await expect(confirm(BASE_SEPOLIA, blocked)).rejects.toMatchObject({
      fields: { address: expect.stringContaining('blocked') },
    })
    await expect(confirm(SOLANA_DEVNET, solana)).rejects.toMatchObject({
      fields: { address: expect.stringContaining('token account') },
    })
    await block(seller.payTo)
    const words = (await checkPayees(application)).map(({ state, found }) => `${state} ${found}`)
    expect(words).toContainEqual(expect.stringMatching(new RegExp(`^fail ${seller.payTo} is blocked`)))
  } finally {
    await site.stop()
  }
})
