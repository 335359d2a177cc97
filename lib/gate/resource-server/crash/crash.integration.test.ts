import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import { type KillPoint, openCrashWorld, openSurvivor, openVictim } from '@/development/testing/crash-site'
import { createEvmBuyer, readUsdc, type TestBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { testWorld } from '@/development/testing/test-world'
import { sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const price = 1000n
const world = testWorld()
const payTo = privateKeyToAccount(generatePrivateKey()).address
const { url: databaseUrl, client: database } = await openTestDatabase()
type Site = { origin: string; stop: () => Promise<void> }
let survivor: Site
const victimSites: Site[] = []

const crashWorld = await openCrashWorld(world, { databaseUrl, payTo })
afterAll(async () => {
  for (const site of [survivor, ...victimSites]) await site?.stop()
})

/**
 * `recovered`: the money is taken and the same payment opens the content. `free`: nothing is taken.
 * `consumed`: used up before the crash, for the answer that was on its way. `by its time`: recovered if the stored
 * transaction is sent before the payment lapses, else free.
 */
type Outcome = 'recovered' | 'free' | 'consumed' | 'by its time'

/** Each ends in this process as by SIGKILL. A site that is killed while it settles is in e2e/another-site.spec.ts. */
const crashes: { point: KillPoint; path: string; status: string; outcome: Outcome }[] = [
  { point: 'claimed', path: '/exact', status: 'abandoned', outcome: 'free' },
  { point: 'before settling', path: '/exact', status: 'abandoned', outcome: 'free' },
  { point: 'settling', path: '/exact', status: 'refused', outcome: 'free' },
  { point: 'settlement known', path: '/exact', status: 'settled', outcome: 'recovered' },
  { point: 'settled', path: '/exact', status: 'settled', outcome: 'recovered' },
  { point: 'answer sent', path: '/exact', status: 'settled', outcome: 'recovered' },
  { point: 'unknown, and landed', path: '/exact', status: 'settled', outcome: 'recovered' },
  { point: 'unknown, and never sent', path: '/exact', status: 'refused', outcome: 'free' },
  { point: 'before spent at zero', path: '/zero', status: 'abandoned', outcome: 'free' },
  { point: 'spent at zero', path: '/zero', status: 'spent_zero', outcome: 'consumed' },
  { point: 'handler', path: '/first', status: 'settled', outcome: 'recovered' },
  { point: 'transaction sent', path: '/exact', status: 'settled', outcome: 'recovered' },
  // The last, as it leaves a gap in the gas wallet's nonces, which the worker of the survivor closes.
  { point: 'transaction stored', path: '/exact', status: 'settled or refused', outcome: 'by its time' },
]

type Victim = (typeof crashes)[number] & { buyer: TestBuyer; headers: Record<string, string> }

/** Starts a site that ends at `point`, and sends it one payment. */
async function crashAt(crash: (typeof crashes)[number]): Promise<Victim> {
  const site = await openVictim(crashWorld, crash.point)
  victimSites.push(site)
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const url = `${site.origin}${crash.path}`
  const { headers } = await buyer.sign(url)
  const answer = await fetch(url, { headers }).then(
    async (response) => [response.status, await response.text()],
    () => null,
  )
  // The answer may have been sent when the crash comes after it.
  if (crash.point !== 'answer sent') expect([crash, answer]).toEqual([crash, null])
  return { ...crash, buyer, headers }
}

/** Waits until the living site's worker has decided every row; blocks continue, as on any chain. */
async function untilDecided(): Promise<void> {
  for (;;) {
    await world.faucet({
      network: BASE_SEPOLIA,
      address: privateKeyToAccount(generatePrivateKey()).address,
      amountAtomic: 1n,
    })
    const open =
      (await database.payment.count({ where: { status: { in: ['claimed', 'settling', 'unknown'] } } })) +
      (await database.settlement.count({ where: { state: { in: ['claimed', 'settling', 'unknown'] } } }))
    if (open === 0) return
    await sleep(500)
  }
}

describe('a site that is killed', () => {
  let victims: Victim[]
  beforeAll(async () => {
    victims = []
    const waiting = crashes.slice(0, -1)
    // Two at a time: a site takes longer to open than to fail.
    const crashOn = async () => {
      for (let crash = waiting.shift(); crash; crash = waiting.shift()) victims.push(await crashAt(crash))
    }
    await Promise.all([crashOn(), crashOn()])
    for (const last of crashes.slice(-1)) victims.push(await crashAt(last))
    survivor = await openSurvivor(crashWorld)
    await untilDecided()
  }, 600_000)

  const victimOf = ({ point, path }: { point: string; path: string }) => {
    const victim = victims.find((one) => one.point === point && one.path === path)
    if (!victim) throw new Error(`No payment at ${point}.`)
    return victim
  }

  it.each(crashes)('at $point of $path leaves $status: $outcome', async (crash) => {
    const { buyer, headers } = victimOf(crash)
    const row = await database.payment.findFirstOrThrow({ where: { payer: buyer.address.toLowerCase() } })
    expect(crash.status.split(' or ')).toContain(row.status)
    const byStatus = row.status === 'settled' ? 'recovered' : 'free'
    const outcome = crash.outcome === 'by its time' ? byStatus : crash.outcome
    expect(await buyer.balance()).toBe(outcome === 'recovered' ? 1_000_000n - price : 1_000_000n)

    const url = `${survivor.origin}${crash.path}`
    const again = await fetch(url, { headers })
    const spent = 1_000_000n - (await buyer.balance())
    if (outcome === 'recovered') {
      expect([again.status, await again.json()]).toEqual([200, { content: crash.path.slice(1) }])
      expect(spent).toBe(price)
    } else {
      // An authorization that is still valid is paid now; one that has lapsed is refused.
      const isServed = again.status === 200 && outcome === 'free'
      expect([again.status, spent]).toEqual(isServed ? [200, crash.path === '/zero' ? 0n : price] : [402, 0n])
    }
    expect((await askSettled(url, headers)).status).toBe(402)
    expect(1_000_000n - (await buyer.balance())).toBe(spent)
  })

  it('lets each payer buy again with a new payment', async () => {
    for (const { buyer, path } of victims) {
      const url = `${survivor.origin}${path}`
      expect([path, (await fetch(url, { headers: (await buyer.sign(url)).headers })).status]).toEqual([path, 200])
    }
  })

  it('has the same sums on the chain and in both ledgers', async () => {
    const earned = await readUsdc(world, payTo)
    const [gate] = await database.rows<{ sum: bigint }>(sql`
      SELECT sum(settled_atomic)::bigint AS sum FROM payments WHERE status = 'settled'`)
    const [facilitator] = await database.rows<{ sum: bigint }>(sql`
      SELECT sum(settle_amount_atomic)::bigint AS sum FROM settlements WHERE state = 'settled'`)
    expect([gate?.sum, facilitator?.sum]).toEqual([earned, earned])
    const balances = await Promise.all(victims.map(({ buyer }) => buyer.balance()))
    expect(balances.reduce((spent, balance) => spent + 1_000_000n - balance, 0n)).toBe(earned)
    expect(await database.payment.count({ where: { status: { in: ['claimed', 'settling', 'unknown'] } } })).toBe(0)
  })
})
