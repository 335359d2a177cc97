import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { approvePermit2 } from '@/development/testing/channel-buyer'
import { serveFetch } from '@/development/testing/serve-fetch'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { CALLER_HEADER, markCaller } from '@/lib/base/http/caller'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { writeHeader } from './read-header'
import { differences, linesOf } from './reports'
import { type CheckOptions, isFault, type Report, runChecks } from './run-checks'
import { runConformance } from './run-conformance'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-conformance-'))

const targets = await openTargets()
const ours = await targets.ours()
const stock = await targets.stock()
const { verify, settle, supported } = ours.site.application.facilitatorHttp
const endpoints: Record<string, typeof verify> = { '/verify': verify, '/settle': settle, '/supported': supported }
const facilitator = await serveFetch(async (request) => {
  if (new URL(request.url).pathname === '/mcp') {
    request.headers.set(CALLER_HEADER, markCaller('198.51.100.1'))
    return ours.site.application.mcp.answer(request)
  }
  const answer = endpoints[new URL(request.url).pathname]
  return answer ? answer(request) : new Response(null, { status: 404 })
})
const buyer = await createEvmBuyer(targets.world, 1_000_000n)
await approvePermit2(targets.world, buyer.key)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await facilitator.stop()
  await targets.close()
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const unpaid = { method: 'GET', maxAtomic: 10_000n, facilitator: null, mcp: null, payer: { rpcUrls: {} } }
const failedIn = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict.state === 'failed').map(({ id, verdict }) => [id, verdict])
const idsOf = (report: Report, state: string) =>
  report.results.filter(({ verdict }) => verdict.state === state).map(({ id }) => id)
const paying = (): CheckOptions => ({
  ...unpaid,
  maxAtomic: 100_000n,
  payer: { evmKey: buyer.key, rpcUrls: targets.world.rpcUrls },
})

it('finds nothing wrong with ours, its facilitator and its tools, and is charged nothing', async () => {
  const { origin } = facilitator
  const mcp = { url: `${origin}/mcp`, tool: 'get_weather', arguments: { city: 'Lisbon' } }
  const report = await runChecks(`${ours.origin}/cheap`, { ...unpaid, facilitator: origin, mcp })
  expect(failedIn(report)).toEqual([])
  expect(idsOf(report, 'passed')).toEqual(
    expect.arrayContaining(['penniless-402', 'settle-refuses', 'sign-in-unpaid', 'mcp-asks-for-payment']),
  )
  expect(idsOf(report, 'skipped')).toEqual(expect.arrayContaining(['exact-paid-once']))
  expect(await ours.runs()).toEqual({})
})

it('pays ours once for each scheme, and signs in for what it has paid for', async () => {
  const before = await buyer.balance()
  const exact = await runChecks(`${ours.origin}/cheap`, paying())
  expect(failedIn(exact)).toEqual([])
  expect(idsOf(exact, 'passed')).toEqual(expect.arrayContaining(['exact-paid-once', 'sign-in-after-payment']))
  const upto = await runChecks(`${ours.origin}/metered`, paying())
  expect(failedIn(upto)).toEqual([])
  expect(idsOf(upto, 'passed')).toContain('upto-paid-once')
  expect(before - (await buyer.balance())).toBe(1_000n + 20_000n)
})

it('pays nothing above its limit', async () => {
  const before = await buyer.balance()
  const report = await runChecks(`${ours.origin}/cheap`, { ...paying(), maxAtomic: 999n })
  expect(report.results.find(({ id }) => id === 'exact-paid-once')?.verdict).toMatchObject({ state: 'skipped' })
  expect(await buyer.balance()).toBe(before)
})

it('pays in no asset whose worth it does not know', async () => {
  let payments = 0
  const asset = `0x${'1'.repeat(40)}`
  const option = { scheme: 'exact', network: BASE_SEPOLIA, amount: '1', asset, payTo: asset, maxTimeoutSeconds: 60 }
  const resource = { url: 'http://shop.example/' }
  const accepts = [{ ...option, extra: { name: 'Dear', version: '1' } }]
  const strange = await serveFetch(async ({ headers }) => {
    const signed = headers.get('payment-signature') ?? ''
    if (Buffer.from(signed, 'base64').toString('utf8').includes(buyer.address)) payments += 1
    const terms = { x402Version: 2, error: 'Payment required', resource, accepts }
    return new Response(null, { status: 402, headers: { 'PAYMENT-REQUIRED': writeHeader(terms) } })
  })
  const report = await runChecks(strange.origin, paying())
  await strange.stop()
  expect(report.results.find(({ id }) => id === 'exact-paid-once')?.verdict).toMatchObject({ state: 'skipped' })
  expect(payments).toBe(0)
})

it('finds the stock server right by the specification, and tells where it differs', async () => {
  const report = await runChecks(`${stock.origin}/cheap`, paying())
  expect(failedIn(report).map(([id]) => id)).toEqual(['head-gated', 'browsers-may-pay', 'malformed-400'])
  expect(report.results.filter((result) => isFault(result, false))).toEqual([])
  expect(idsOf(report, 'passed')).toEqual(expect.arrayContaining(['exact-paid-once', 'sign-in-after-payment']))
  const words = linesOf(report, false).join('\n')
  expect(words).toContain('differs HEAD is answered as GET is')
  for (const id of ['head-gated', 'browsers-may-pay', 'malformed-400']) expect(words).toContain(differences[id])
})

it('finds the faults of a server that is wrong, writes them down, and ends with 1', async () => {
  const accepts = [{ scheme: 'exact', network: 'base', amount: '0.1', asset: '0x', payTo: '0x' }]
  const header = writeHeader({ x402Version: 1, accepts })
  const wrong = await serveFetch(async ({ headers }) =>
    headers.has('payment-signature')
      ? Response.json({ content: 'for nothing' })
      : new Response('<|>', { status: 402, headers: { 'PAYMENT-REQUIRED': header } }),
  )
  const markdown = join(folder, 'report.md')
  try {
    expect(await runConformance([wrong.origin, '--markdown', markdown], {} as NodeJS.ProcessEnv)).toBe(1)
  } finally {
    await wrong.stop()
  }
  const written = readFileSync(markdown, 'utf8')
  expect(written).toContain(' passed, 2 wrong, ')
  expect(written).toMatch(/`challenge-fields`.*\*\*wrong\*\*: x402Version/)
})

it('refuses a command line that it cannot read, and a server that does not answer', async () => {
  const env = {} as NodeJS.ProcessEnv
  for (const args of [[], ['ftp://example.com'], ['http://127.0.0.1:1/'], ['http://a.example', '--max', 'much']]) {
    expect([args, await runConformance(args, env)]).toEqual([args, 2])
  }
  expect(await runConformance(['--help'], env)).toBe(0)
})
