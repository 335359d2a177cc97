import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { readUsdc } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { createRoute } from '@/lib/shop/sellers/routes/create-route'
import { runTurnpike } from '../run-turnpike'
import { parseArguments } from './parse-arguments'
import { pay } from './pay'
import { linesForEvent } from './print-report'
import { EXIT } from './report-answer'

const key = generatePrivateKey()
const address = privateKeyToAddress(key)
let targets: Targets
let site: OurTarget

beforeAll(async () => {
  targets = await openTargets()
  const accepts = { scheme: 'batch-settlement', price: '$0.0001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  const routes = {
    'GET /call': { config: { accepts }, handler: () => Response.json({ content: 'called' }) },
    'GET /text': {
      config: {
        accepts: { ...accepts, scheme: 'exact' as const, price: '$0.05' },
        ...{ isUnchanging: true, extensions: { 'sign-in-with-x': { statement: 'Read it' } } },
      },
      handler: () => new Response('Closed.'),
    },
    'GET /words': { config: { accepts, isStreaming: true, query: ['count'] }, handler: words },
  }
  site = await targets.ours({ routes })
  await targets.world.faucet({ network: BASE_SEPOLIA, address, amountAtomic: 1_000_000n })
})
afterAll(() => targets.close())

/** So many words, each for $0.0001, which is what one voucher is good for. */
function words(request: Request, { meter }: { meter: { charge: (amount: string) => void } }): Response {
  let left = Number(new URL(request.url).searchParams.get('count'))
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (left === 0) return controller.close()
        left -= 1
        meter.charge('$0.0001')
        controller.enqueue(new TextEncoder().encode('word\n'))
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'Content-Type': 'text/plain' } })
}

/** Runs the command with those options, each time as a new process would: it remembers nothing. */
const run = (...options: string[]) => runAt('/call', ...options)

async function runAt(path: string, ...options: string[]) {
  const parsed = parseArguments([site.origin + path, ...options])
  if (parsed.kind !== 'pay') throw new Error(`Expected a payment, got ${JSON.stringify(parsed)}.`)
  const lines: string[] = []
  const payer = { evmKey: key, rpcUrls: { [BASE_SEPOLIA]: targets.world.evmRpcUrl } }
  const report = await pay(parsed.arguments, payer, {
    onEvent: (event) => lines.push(...linesForEvent(event)),
  })
  return { ...report, lines }
}

it('puts a deposit aside, pays call by call out of it, and gets the rest back', async () => {
  const first = await run('--deposit', '0.05')
  expect(first.exitCode).toBe(EXIT.content)
  expect(first.lines).toContain(
    'deposit  0.01 USDC into a channel with the seller; what is not used comes back with --refund',
  )
  expect(first.lines).toContain('charged  0.0001 USDC; 0.0099 USDC are left in the channel')
  const second = await run('--deposit', '0.05')
  expect([second.exitCode, second.problem]).toEqual([EXIT.content, null])
  expect(second.lines.some((line) => line.startsWith('deposit'))).toBe(false)
  expect(second.lines).toContain('charged  0.0001 USDC; 0.0098 USDC are left in the channel')
  expect(await readUsdc(targets.world, address)).toBe(990_000n)

  const refund = await run('--refund')
  expect([refund.exitCode, refund.lines[0]]).toEqual([EXIT.content, 'refunded 0.0098 USDC'])
  expect(await readUsdc(targets.world, address)).toBe(999_800n)
  const again = await run('--refund')
  expect([again.exitCode, again.problem?.code]).toEqual([EXIT.notPaid, 'REFUND_FAILED'])
})

it('signs no deposit above what it may put aside, and none at all without being told to', async () => {
  const before = await readUsdc(targets.world, address)
  const small = await run('--deposit', '0.005')
  expect(small.exitCode).toBe(EXIT.notPaid)
  expect(small.problem?.message).toContain('the seller asks for a deposit of $0.01, the most to put aside is $0.005')
  const none = await run()
  expect([none.exitCode, none.problem?.code]).toEqual([EXIT.notPaid, 'NO_OPTION_FITS'])
  expect(await readUsdc(targets.world, address)).toBe(before)
})

it('puts aside what the seller asks for, however small the most that one payment may cost', async () => {
  const paid = await run('--deposit', '0.02', '--max', '0.0001')
  expect([paid.exitCode, paid.problem]).toEqual([EXIT.content, null])
  expect(paid.lines).toContain(
    'deposit  0.01 USDC into a channel with the seller; what is not used comes back with --refund',
  )
})

it('signs more for a stream as it goes, up to the most to pay', async () => {
  const whole = await runAt('/words?count=5', '--deposit', '0.05')
  expect([whole.exitCode, whole.problem]).toEqual([EXIT.content, null])
  expect(whole.lines).toContain('charged  0.0005 USDC for the stream')
  expect(whole.body).toMatchObject({ kind: 'text', text: 'word\n'.repeat(5) })
  const short = await runAt('/words?count=9', '--deposit', '0.05', '--max', '0.0003')
  expect([short.exitCode, short.problem?.code]).toEqual([EXIT.serverError, 'ANSWER_BROKEN'])
  expect(short.body).toMatchObject({ kind: 'text', text: 'word\n'.repeat(3) })
}, 60_000)

it('opens one other channel at a seller that does not know the first, within its limit', async () => {
  expect((await run('--deposit', '0.02')).exitCode).toBe(EXIT.content)
  const restore = () => site.site.application.database.paymentChannel.deleteMany({ where: ofPayer })
  const ofPayer = { payer: address.toLowerCase() }
  // As after a restore from a backup that is older than the channel.
  await expect
    .poll(() => site.site.application.database.payment.count({ where: { ...ofPayer, deliveredAt: null } }))
    .toBe(0)
  await restore()
  const before = await readUsdc(targets.world, address)
  const none = await run('--deposit', '0.005')
  expect(none.problem?.message).toContain('the most to put aside is $0.005')
  const again = await run('--deposit', '0.02')
  expect([again.exitCode, again.problem]).toEqual([EXIT.content, null])
  expect(again.lines).toContain(
    'deposit  0.01 USDC into a channel with the seller; what is not used comes back with --refund',
  )
  const next = await run('--deposit', '0.02')
  expect([next.exitCode, next.lines.some((line) => line.startsWith('deposit'))]).toEqual([EXIT.content, false])
  expect(await readUsdc(targets.world, address)).toBe(before - 10_000n)
  expect((await run('--refund')).lines[0]).toBe('refunded 0.0098 USDC')
  expect((await run('--deposit', '0.02')).exitCode).toBe(EXIT.content)
  await expect
    .poll(() => site.site.application.database.payment.count({ where: { ...ofPayer, deliveredAt: null } }))
    .toBe(0)
  await restore()
  const third = await run('--deposit', '0.02')
  expect([third.exitCode, third.problem?.code]).toEqual([EXIT.rejected, 'channel_opened_elsewhere'])
  expect(third.problem?.message).toContain('take back what is left in it by a withdrawal on chain')
})

/** The command of this machine's wallet, with limits and receipts of its own. */
async function openMachine() {
  const key = generatePrivateKey()
  const owner = privateKeyToAddress(key)
  await targets.world.faucet({ network: BASE_SEPOLIA, address: owner, amountAtomic: 100_000n })
  const spent = async () => 100_000n - (await readUsdc(targets.world, owner))
  const home = mkdtempSync(join(tmpdir(), 'turnpike-pass-'))
  const env = { TURNPIKE_HOME: home, EVM_PRIVATE_KEY: key, EVM_RPC_URLS_84532: targets.world.evmRpcUrl }
  const run = async (...argv: string[]) => {
    const printed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
    await runTurnpike(argv, env as never).finally(() => log.mockRestore())
    return printed.join('\n')
  }
  const pay = async (url: string, ...more: string[]) => JSON.parse(await run('pay', url, '--json', ...more))
  return { run, pay, spent, close: () => rmSync(home, { recursive: true }) }
}

it('buys a pass by policy once it pays off, within the limits, and opens what it covers by it', async () => {
  const seller = await createTestSeller(site.site)
  const { application } = site.site
  const make = (kind: string, path: string, price: string, more: object) =>
    createRoute(application.sellers, seller.actor, {
      ...{ kind, title: 'A text', method: 'GET', path, price: priceOf(price), ...more },
    })
  for (const path of ['/one', '/two', '/three', '/four'])
    await make('article', path, '$0.01', { signIn: {}, body: 'Paid for.' })
  await make('pass', '/all', '$0.03', { title: 'A pass', pass: { days: 30 } })
  application.storedRoutes.changed(seller.handle)
  const urlOf = (path: string) => `${site.origin}/x/${seller.handle}${path}`
  const machine = await openMachine()

  expect(await machine.pay(urlOf('/one'))).toMatchObject({ ok: true, way: 'price', pass: null })
  await machine.run('limits', '--passes', 'buy', '--per-call', '0.02')
  expect(await machine.pay(urlOf('/two'))).toMatchObject({ ok: true, way: 'price', pass: null })
  expect(await machine.spent()).toBe(20_000n)
  await machine.run('limits', '--per-call', '0.03')
  const pass = { url: urlOf('/all'), isBought: true }
  const bought = await machine.pay(urlOf('/three'))
  expect(bought).toMatchObject({ ok: true, way: 'pass', pass, body: expect.stringContaining('Paid for.') })
  expect(Math.abs(Date.parse(bought.pass.until) - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000)
  for (const path of ['/three', '/four', '/two'])
    expect(await machine.pay(urlOf(path))).toMatchObject({ way: 'pass', signed: null, pass: { isBought: false } })
  expect(await machine.spent()).toBe(50_000n)
  expect(await machine.run('receipts')).toMatch(
    /opened by the pass .*\/all, nothing was paid(.|\n)*paid 0.03 USDC.* for a pass/,
  )
  machine.close()
})

it('pays out of a budget where the limits of the machine allow a deposit, and says what is left', async () => {
  const machine = await openMachine()
  await machine.run('limits', '--deposit', '0.02')
  const left = async () => BigInt((await machine.pay(`${site.origin}/call`)).budget.left)
  expect((await left()) - (await left())).toBe(100n)
  expect(await machine.run('receipts')).toContain('out of the budget with the seller')
  // What a budget does not pay has its price paid.
  expect(await machine.pay(`${site.origin}/text`)).toMatchObject({ ok: true, way: 'price', budget: null })
  machine.close()
})
