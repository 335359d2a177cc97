import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSnippet } from '@/development/programs/run-snippet'
import { openTestSite } from '@/development/testing/open-test-site'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { callSnippets } from '@/lib/base/x402/call-snippets'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { publishRoute } from './move-route'
import { getSale } from './routes'
import { sampleCall } from './sample-call'
import { saveFile } from './save-content'
import { createRoute } from './write-route'

const run = promisify(execFile)
const world = testWorld()
const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)
let upstream: ServedFetch
let folder: string

beforeAll(async () => {
  upstream = await serveFetch(async (request) =>
    Response.json({ path: request.url.slice(upstream.origin.length), heard: await request.text() }),
  )
  // Programs find the libraries of the project only from within it.
  folder = await mkdtemp(join(process.cwd(), 'node_modules', '.snippets-'))
})

afterAll(async () => {
  await upstream?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const text = { method: 'GET', body: 'Hello *there*.' }
const api = (path: string) => ({ url: `${upstream.origin}${path}` })

/** A route of each kind, and the content that its buyer gets. */
const kinds: Record<string, () => { input: Record<string, unknown>; content: string }> = {
  article: () => ({
    input: { ...text, kind: 'article', path: '/text', price: priceOf('$0.01') },
    content: 'Hello <em>there</em>',
  }),
  file: () => ({
    input: { kind: 'file', method: 'GET', path: '/file.txt', price: priceOf('$0.01') },
    content: 'bytes',
  }),
  api: () => ({
    input: {
      kind: 'api',
      method: 'POST',
      path: '/echo/[id]',
      price: priceOf('$0.01'),
      upstream: api('/echo/[id]'),
      discovery: { isListed: false, input: { id: "o'1", text: `it's "quoted"` } },
    },
    content: `"path":"/echo/o'1","heard":"{\\"text\\":\\"it's \\\\\\"quoted\\\\\\"\\"}"`,
  }),
  metered_api: () => ({
    input: {
      kind: 'metered_api',
      method: 'GET',
      path: '/meter',
      query: ['q'],
      price: priceOf('$0.10'),
      upstream: api('/meter'),
      metering: { unit: 'call', dollars: '$0.004' },
      discovery: { isListed: false, input: { q: 'a b&c' } },
    },
    content: '"path":"/meter?q=a',
  }),
  sign_in: () => ({
    input: { ...text, kind: 'sign_in', path: '/members', networks: [BASE_SEPOLIA] },
    content: 'Hello <em>there</em>',
  }),
}

it.each(Object.keys(kinds))('the calls shown for a route of kind %s do what they say', async (kind) => {
  const { input, content } = kinds[kind]?.() ?? { input: {}, content: '' }
  const { routeId } = await createRoute(context, seller.actor, { ...input, title: `A ${kind}` })
  if (kind === 'file') {
    const file = { name: 'a.txt', mediaType: 'text/plain', body: new Blob(['bytes']).stream() }
    await saveFile(context, seller.actor, routeId, file)
    await publishRoute(context, seller.actor, routeId)
  }
  const { route, challenge } = await getSale(context, seller.actor, routeId)
  if (!challenge) throw new Error('Expected a route that can be sold.')
  const snippets = callSnippets(sampleCall(route, challenge))
  const codeOf = (title: string) => snippets.find((snippet) => snippet.title === title)?.code ?? ''

  const seen = await run('bash', ['-c', codeOf('curl')])
  expect(seen.stdout).toMatch(/^HTTP\/1\.1 402 /)
  expect(seen.stdout.toLowerCase()).toContain('payment-required: ')

  const buyer = await createEvmBuyer(world, 200_000n)
  const env = { EVM_PRIVATE_KEY: buyer.key, EVM_RPC_URL: world.evmRpcUrl }
  const bought = await runSnippet(codeOf('TypeScript'), join(folder, `${kind}.mjs`), env)
  expect(bought).toMatch(/^200 /)
  expect(bought).toContain(content)
  const costs: Record<string, bigint> = { metered_api: 4_000n, sign_in: 0n }
  expect(await buyer.balance()).toBe(200_000n - (costs[kind] ?? 10_000n))
})
