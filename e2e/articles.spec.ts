import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { createPayer } from '@/lib/client/create-payer'

const network = 'eip155:84532'
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const rpcUrl = process.env.E2E_EVM_RPC_URL ?? ''

/** A new wallet with test money, a client that pays with it, and what it holds in atomic units. */
async function fundedPayer(request: APIRequestContext) {
  const evmKey = generatePrivateKey()
  const address = privateKeyToAddress(evmKey)
  const answer = await request.post('/devnet/faucet', { data: { network, address } })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { fetch } = await createPayer({ evmKey, rpcUrls: { [network]: rpcUrl } })
  const client = createPublicClient({ transport: http(rpcUrl) })
  const balance = () =>
    client.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
  return { fetch, balance }
}

test('an article is paid once and opens for its wallet from then on', async ({ request, baseURL }) => {
  const { fetch, balance } = await fundedPayer(request)
  const before = await balance()

  const bought = await fetch(`${baseURL}/articles/turnpikes/full`)
  expect(bought.status).toBe(200)
  expect(bought.headers.get('cache-control')).toBe('private, no-store')
  expect(await bought.text()).toContain('A gate earns only as much as its keeper hands over.')
  expect(before - (await balance())).toBe(30_000n)

  const again = await fetch(`${baseURL}/articles/turnpikes/full`)
  expect(again.status).toBe(200)
  expect(before - (await balance())).toBe(30_000n)
})

test('paying for one article does not open another', async ({ request, baseURL }) => {
  const { fetch, balance } = await fundedPayer(request)
  const before = await balance()
  await fetch(`${baseURL}/articles/turnpikes/full`)
  await fetch(`${baseURL}/articles/reserved/full`)
  expect(before - (await balance())).toBe(60_000n)
})

test('the metered article charges for the sections that were asked for', async ({ request, baseURL }) => {
  const headings = [...readFileSync('content/articles/meter-and-ceiling.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
    ([, heading]) => heading,
  )
  const { fetch, balance } = await fundedPayer(request)
  const before = await balance()

  const answer = await fetch(`${baseURL}/articles/meter-and-ceiling/full?sections=2`)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(headings.filter((heading) => html.includes(`<h2>${heading}</h2>`))).toEqual(headings.slice(0, 2))
  expect(before - (await balance())).toBe(20_000n)

  const refused = await fetch(`${baseURL}/articles/meter-and-ceiling/full?sections=6`)
  expect(refused.status).toBe(400)
  expect(before - (await balance())).toBe(20_000n)
})

test('an article that does not exist asks for no payment', async ({ request }) => {
  const answer = await request.get('/articles/nothing/full')
  expect(answer.status()).toBe(404)
  expect(answer.headers()).not.toHaveProperty('payment-required')
})
