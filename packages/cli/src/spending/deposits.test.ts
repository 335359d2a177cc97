import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { FindLeft } from './find-cost'
import { openSpendingBook } from './spending-book'
import { deposit, voucher } from './testing/signed-payments'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-deposits-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noon = new Date('2026-05-01T12:00:00Z')
const minutes = (after: number) => new Date(noon.getTime() + after * 60_000)
const otherPayee = `0x${'33'.repeat(20)}`

type Signing = {
  host?: string
  perDayMicros?: bigint | null
  now?: Date
  findLeft?: FindLeft
}

/** Signs as a new process would: what it knows is in the file. Returns why not, or null. */
async function sign(payload: PaymentPayload, options: Signing = {}): Promise<string | null> {
  const { host = 'a', perDayMicros = null, now = noon, findLeft = async () => null } = options
  const limits = { perDayMicros, perHostMicros: null, depositMicros: 50_000n, file: join(folder, 'spending.json') }
  const book = openSpendingBook(limits, () => now, { findCost: async () => null, findLeft })
  const reserved = await book.reserve(host, BigInt(payload.accepted.amount))
  if (!reserved.ok) return reserved.message
  return book.sign(reserved.id, payload, 6).then(
    () => null,
    async (error: Error) => {
      await book.release(reserved.id)
      return error.message
    },
  )
}

/** The first call out of a channel of that name. */
const opening = (channel: string, payTo?: string) => deposit(50_000n, voucher(100n, 100n, channel), payTo)

it('puts no more aside with one seller than the limit, whatever channels the seller names', async () => {
  expect(await sign(opening('0x01'))).toBeNull()
  expect(await sign(opening('0x02'), { host: 'b' })).toContain('$0.0499 lie there or are on their way')
  expect(await sign(opening('0x01'))).toContain('the most to put aside with one seller is $0.05')
  expect(await sign(opening('0x03', otherPayee))).toContain('Nothing was sent')
  expect(await sign(opening('0x03', otherPayee), { host: 'b' })).toBeNull()
})

it('lets one of several through at once', async () => {
  const answers = await Promise.all(['0x01', '0x02', '0x03', '0x04'].map((channel) => sign(opening(channel))))
  expect(answers.filter((answer) => answer === null)).toHaveLength(1)
})

it('fills a channel up once less than a call is left', async () => {
  expect(await sign(opening('0x01'))).toBeNull()
  expect(await sign(voucher(49_000n, 48_900n))).toBeNull()
  expect(await sign(deposit(50_000n, voucher(49_900n, 900n)))).toContain('$0.001 lie there')
  expect(await sign(deposit(50_000n, voucher(50_100n, 1_100n)))).toBeNull()
  expect(await sign(deposit(50_000n, voucher(50_200n, 100n)))).toContain('too much')
})

it('asks the chain for what is left once the deposit has come or lapsed', async () => {
  const asked: string[] = []
  const findLeft: FindLeft = async ({ channel }) => {
    asked.push(channel)
    return 0n
  }
  expect(await sign(opening('0x01'))).toBeNull()
  expect(await sign(opening('0x02'), { findLeft, now: minutes(1) })).toContain('too much')
  expect(asked).toEqual([])
  expect(await sign(opening('0x02'), { findLeft, now: minutes(2) })).toBeNull()
  expect(asked).toEqual(['eip155:84532/0x01'])
})

it('counts a deposit for its day, and vouchers out of it no second time', async () => {
  const perDayMicros = 60_000n
  expect(await sign(opening('0x01'), { perDayMicros })).toBeNull()
  expect(await sign(voucher(40_000n, 39_900n), { perDayMicros })).toContain('$0.05 of $0.06 was spent')
  expect(await sign(voucher(10_000n, 9_900n), { perDayMicros })).toBeNull()
  expect(await sign(voucher(20_000n, 10_000n), { perDayMicros })).toBeNull()
  expect(await sign(voucher(20_000n, 10_001n, '0x09'), { perDayMicros, host: 'b' })).toContain('$0.05 of $0.06')
  // The next day what was put aside before counts as it is opened.
  expect(await sign(voucher(45_000n, 25_000n), { perDayMicros, now: minutes(24 * 60) })).toBeNull()
})

it('counts no longer what came back', async () => {
  const options = { perDayMicros: 60_000n, now: minutes(10), findLeft: async () => 0n }
  expect(await sign(opening('0x01'), { perDayMicros: 60_000n })).toBeNull()
  expect(await sign(opening('0x02'), options)).toBeNull()
  expect(await sign(voucher(10_000n, 9_900n, '0x02'), options)).toBeNull()
})
