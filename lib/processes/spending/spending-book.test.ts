import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSpendingBook } from './spending-book'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-book-'))
  file = join(folder, 'deeper', 'spending.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const noon = new Date('2026-05-01T12:00:00Z')
const book = (limits: { perDayMicros?: bigint; perHostMicros?: bigint }, now = noon) =>
  openSpendingBook({ perDayMicros: null, perHostMicros: null, file, ...limits }, () => now)

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
})
