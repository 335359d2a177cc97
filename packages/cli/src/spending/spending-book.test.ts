import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FindCost, OpenPayment } from './find-cost'
import { openSpendingBook, type SpendingBook } from './spending-book'
import { exactPayment, uptoPayment, voucher } from './testing/signed-payments'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-book-'))
  file = join(folder, 'deeper', 'spending.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noon = new Date('2026-05-01T12:00:00Z')
const nothingKnown: FindCost = async () => null
const book = (limits: { perDayMicros?: bigint; perHostMicros?: bigint }, now = noon, findCost = nothingKnown) =>
  openSpendingBook({ perDayMicros: null, perHostMicros: null, depositMicros: null, file, ...limits }, () => now, {
    findCost,
    findLeft: async () => null,
  })

describe('the spending book', () => {
  it('lets exactly the limit be spent, and tells what is left', async () => {
    const day = book({ perDayMicros: 1_000n })
    expect((await day.reserve('a', 999n)).ok).toBe(true)
    expect(await day.reserve('b', 2n)).toMatchObject({ ok: false, message: expect.stringMatching(/last 24 hours/) })
    expect((await day.reserve('b', 1n)).ok).toBe(true)
    expect((await day.reserve('b', 1n)).ok).toBe(false)
  })

  it('counts each host by itself', async () => {
    const perHost = book({ perHostMicros: 1_000n })
    expect((await perHost.reserve('a', 1_000n)).ok).toBe(true)
    expect(await perHost.reserve('a', 1n)).toMatchObject({ ok: false, message: expect.stringContaining('on a') })
    expect((await perHost.reserve('b', 1_000n)).ok).toBe(true)
  })

  it('outlives its process, for a day', async () => {
    await book({ perDayMicros: 1_000n }).reserve('a', 1_000n)
    const at = (ms: number) => book({ perDayMicros: 1_000n }, new Date(noon.getTime() + ms)).reserve('a', 1_000n)
    expect((await at(24 * 3_600_000 - 1)).ok).toBe(false)
    expect((await at(24 * 3_600_000)).ok).toBe(true)
  })

  it('gives back an untaken amount, and keeps a taken one', async () => {
    const day = book({ perDayMicros: 1_000n })
    const released = await day.reserve('a', 1_000n)
    if (released.ok) await day.release(released.id)
    const metered = await day.reserve('a', 1_000n)
    if (metered.ok) await day.settle(metered.id, 400n)
    expect((await day.reserve('a', 601n)).ok).toBe(false)
    expect((await day.reserve('a', 600n)).ok).toBe(true)
  })

  it('lets no more than the limit through at once, from several books', async () => {
    const books = [book({ perDayMicros: 5n }), book({ perDayMicros: 5n })]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => books[index % 2]?.reserve('a', 1n)))
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(5)
  })

  it('takes over the lock of a process that died', async () => {
    await book({ perDayMicros: 5n }).reserve('a', 1n)
    const lock = `${file}.lock`
    writeFileSync(lock, '')
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, longAgo, longAgo)
    expect((await book({ perDayMicros: 5n }).reserve('a', 1n)).ok).toBe(true)
  })

  it('lets nothing be spent when it cannot be read', async () => {
    await book({ perDayMicros: 5n }).reserve('a', 1n)
    writeFileSync(file, '{"payments": [{"micros": "-1"}]}')
    await expect(book({ perDayMicros: 5n }).reserve('a', 1n)).rejects.toThrow('cannot be read, so nothing is paid')
  })

  it('writes nothing that it could not read again', async () => {
    const day = book({ perDayMicros: 5n })
    const reserved = await day.reserve('a', 1n)
    if (!reserved.ok) throw new Error('Expected a reservation.')
    for (const micros of [-1n, 10n ** 30n]) await expect(day.settle(reserved.id, micros)).rejects.toThrow()
    expect((await day.reserve('a', 4n)).ok).toBe(true)
    expect((await day.reserve('a', 1n)).ok).toBe(false)
  })

  it('lets nothing be signed that can be taken for longer than it counts', async () => {
    const day = book({ perDayMicros: 5n })
    expect(await day.reserve('a', 1n, 86_401)).toMatchObject({
      ok: false,
      message: expect.stringContaining('for more than 24 hours'),
    })
    expect((await day.reserve('a', 5n, 86_400)).ok).toBe(true)
  })

  it('reads what an earlier version has written', async () => {
    await book({ perDayMicros: 5n }).reserve('a', 1n)
    const old = { id: 'b6c7', at: noon.toISOString(), host: 'a', micros: '4' }
    writeFileSync(file, JSON.stringify({ payments: [old] }))
    expect((await book({ perDayMicros: 5n }).reserve('a', 2n)).ok).toBe(false)
    expect((await book({ perDayMicros: 5n }).reserve('a', 1n)).ok).toBe(true)
  })
})

/** Reserves and signs what that payment is for. */
async function sign(day: SpendingBook, payload: ReturnType<typeof exactPayment>, host = 'a') {
  const reserved = await day.reserve(host, BigInt(payload.accepted.amount))
  if (reserved.ok) await day.sign(reserved.id, payload, 6)
  return reserved
}

/** Chains that know of no payment but those, and note what they are asked. */
function chainsThatKnow(costs: Record<string, bigint>) {
  const asked: string[] = []
  const findCost = async ({ host }: OpenPayment) => {
    asked.push(host)
    return costs[host] ?? null
  }
  return { asked, findCost }
}

const seconds = (after: number) => new Date(noon.getTime() + after * 1_000)

describe('a signed payment in the spending book', () => {
  it('counts until it has lapsed, and then until its chain shows that it was not taken', async () => {
    const payment = exactPayment(1_000n, seconds(60))
    await sign(book({ perDayMicros: 1_000n }), payment)
    const silent = chainsThatKnow({})
    const untaken = chainsThatKnow({ a: 0n })
    const at = (when: Date, { findCost }: typeof silent) =>
      book({ perDayMicros: 1_000n }, when, findCost).reserve('b', 1_000n)
    expect(await at(seconds(59), untaken)).toMatchObject({
      ok: false,
      message: expect.stringContaining('$0.001 of it is signed, and not known to be taken or lapsed'),
    })
    expect(untaken.asked).toEqual([])
    expect((await at(seconds(60), silent)).ok).toBe(false)
    expect((await at(seconds(60), untaken)).ok).toBe(true)
    expect([silent.asked, untaken.asked]).toEqual([['a'], ['a']])
  })

  it('goes on counting where its chain shows that it was taken, and is asked for once', async () => {
    await sign(book({ perDayMicros: 1_000n }), exactPayment(1_000n, seconds(60)))
    const { asked, findCost } = chainsThatKnow({ a: 1_000n })
    const day = book({ perDayMicros: 1_000n }, seconds(3_600), findCost)
    expect((await day.reserve('b', 1n)).ok).toBe(false)
    expect((await day.reserve('b', 1n)).ok).toBe(false)
    expect(asked).toEqual(['a'])
  })

  it('of which less may be taken counts for what its chain shows, also before it lapses', async () => {
    const { findCost } = chainsThatKnow({ a: 100n })
    const day = book({ perDayMicros: 1_000n }, noon, findCost)
    await sign(day, uptoPayment(1_000n, seconds(60)))
    expect((await day.reserve('b', 901n)).ok).toBe(false)
    expect((await day.reserve('b', 900n)).ok).toBe(true)
  })

  it('is not asked for where it has nothing to do with the limit, or no limit stands in the way', async () => {
    const { asked, findCost } = chainsThatKnow({ a: 0n, b: 0n })
    const perHost = (when = seconds(3_600)) => book({ perHostMicros: 1_000n }, when, findCost)
    await sign(perHost(noon), exactPayment(1_000n, seconds(60)), 'a')
    await sign(perHost(noon), exactPayment(400n, seconds(60)), 'b')
    expect((await perHost().reserve('b', 600n)).ok).toBe(true)
    expect((await perHost().reserve('b', 1_001n)).ok).toBe(false)
    expect(asked).toEqual([])
    expect((await perHost().reserve('b', 400n)).ok).toBe(true)
    expect(asked).toEqual(['b'])
  })

  it('is asked for with all that its chain needs, by any program of the machine', async () => {
    await sign(book({ perDayMicros: 1_000n }), exactPayment(1_000n, seconds(60)), 'shop.example')
    const open: OpenPayment[] = []
    const findCost: FindCost = async (payment) => {
      open.push(payment)
      return null
    }
    await book({ perDayMicros: 1_000n }, seconds(60), findCost).reserve('b', 1n)
    expect(open).toMatchObject([
      {
        host: 'shop.example',
        at: noon.toISOString(),
        transfer: {
          network: 'eip155:84532',
          amountAtomic: '1000',
          decimals: 6,
          validBefore: seconds(60).toISOString(),
        },
      },
    ])
    expect(readFileSync(file, 'utf8')).not.toContain('signature')
  })

  it('lets several programs at once through to what is left, after all have asked', async () => {
    const limits = { perDayMicros: 10n }
    for (const _ of Array.from({ length: 10 })) await sign(book(limits), exactPayment(1n, seconds(60)))
    const books = [0, 1].map(() => book(limits, seconds(60), chainsThatKnow({ a: 0n }).findCost))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => books[index % 2]?.reserve('b', 1n)))
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(10)
  })
})

describe('vouchers in the spending book', () => {
  it('count for what they add to their channel, whatever was charged', async () => {
    const day = book({ perDayMicros: 1_000n })
    expect((await sign(day, voucher(400n, 400n))).ok).toBe(true)
    // Refused, and signed again for the same total.
    expect((await sign(day, voucher(400n, 400n))).ok).toBe(true)
    // Of the first 400 no more than 300 were charged.
    expect((await sign(day, voucher(700n, 400n))).ok).toBe(true)
    expect((await day.reserve('a', 301n)).ok).toBe(false)
    expect((await day.reserve('a', 300n)).ok).toBe(true)
  })

  it('count for each channel by itself', async () => {
    const day = book({ perDayMicros: 1_000n })
    await sign(day, voucher(400n, 400n, '0x01'))
    await sign(day, voucher(400n, 400n, '0x02'))
    expect((await day.reserve('a', 201n)).ok).toBe(false)
  })

  it('count for all that a seller which answers late has them begin above', async () => {
    const day = book({ perDayMicros: 1_000n })
    // Signed at once, for the same total; their seller then says of each that it was charged.
    expect((await sign(day, voucher(200n, 100n))).ok).toBe(true)
    expect((await sign(day, voucher(200n, 100n))).ok).toBe(true)
    expect((await sign(day, voucher(800n, 100n))).ok).toBe(true)
    expect((await day.reserve('a', 301n)).ok).toBe(false)
    await expect(sign(day, voucher(1_400n, 100n))).rejects.toThrow('was spent in the last 24 hours')
    expect((await day.reserve('a', 200n)).ok).toBe(true)
  })

  it('count twice where a corrected one leaves the first with its seller', async () => {
    const day = book({ perDayMicros: 1_000n })
    const reserved = await day.reserve('a', 400n)
    if (!reserved.ok) throw new Error('Expected a reservation.')
    await day.sign(reserved.id, voucher(800n, 400n), 6)
    await day.sign(reserved.id, voucher(400n, 400n), 6)
    expect((await day.reserve('a', 201n)).ok).toBe(false)
    expect((await day.reserve('a', 200n)).ok).toBe(true)
  })
})
