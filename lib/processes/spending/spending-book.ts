import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { formatAtomic } from '@/lib/x402/money'

/** What may be spent, in micro-dollars; null is no limit. */
export type SpendingLimits = {
  perDayMicros: bigint | null
  perHostMicros: bigint | null
  /** Where what was spent is kept count of. */
  file: string
}

type Reservation = { ok: true; id: string } | { ok: false; message: string }

/**
 * What was spent in the last 24 hours, in a file that several programs may share and that outlives them.
 * A payment is written down before it is signed, so that neither a crash nor two calls at once get past a limit.
 */
export type SpendingBook = {
  reserve: (host: string, micros: bigint) => Promise<Reservation>
  /** What the payment cost in the end; an `upto` payment may cost less than was signed. */
  settle: (id: string, micros: bigint) => Promise<void>
  /** The payment was certainly not taken. */
  release: (id: string) => Promise<void>
}

const pageSchema = z.object({
  payments: z.array(
    z.object({ id: z.string(), at: z.string().datetime(), host: z.string(), micros: z.string().regex(/^\d{1,30}$/) }),
  ),
})
type Page = z.infer<typeof pageSchema>

const DAY_MS = 24 * 60 * 60 * 1000

/** Opens the book of the limits' file. Without limits nothing is written and everything is allowed. */
export function openSpendingBook(limits: SpendingLimits, now: () => Date): SpendingBook {
  if (limits.perDayMicros === null && limits.perHostMicros === null) {
    return { reserve: async () => ({ ok: true, id: '' }), settle: async () => {}, release: async () => {} }
  }
  const change = <T>(edit: (page: Page) => { page: Page; result: T }) =>
    underLock(limits.file, async () => {
      const page = withoutOld(await readPage(limits.file), now())
      const edited = edit(page)
      await writePage(limits.file, edited.page)
      return edited.result
    })
  return {
    reserve: (host, micros) =>
      change<Reservation>((page) => {
        const message = findExcess(page, limits, host, micros)
        if (message) return { page, result: { ok: false, message } }
        const payment = { id: randomUUID(), at: now().toISOString(), host, micros: micros.toString() }
        return { page: { payments: [...page.payments, payment] }, result: { ok: true, id: payment.id } }
      }),
    settle: (id, micros) =>
      change((page) => ({
        page: { payments: page.payments.map((one) => (one.id === id ? { ...one, micros: micros.toString() } : one)) },
        result: undefined,
      })),
    release: (id) =>
      change((page) => ({ page: { payments: page.payments.filter((one) => one.id !== id) }, result: undefined })),
  }
}

function findExcess(page: Page, limits: SpendingLimits, host: string, micros: bigint): string | null {
  const sum = (payments: Page['payments']) => payments.reduce((total, one) => total + BigInt(one.micros), 0n)
  const spent = sum(page.payments)
  const spentOnHost = sum(page.payments.filter((one) => one.host === host))
  if (limits.perDayMicros !== null && spent + micros > limits.perDayMicros) {
    return excess(micros, spent, 'in the last 24 hours', limits.perDayMicros)
  }
  if (limits.perHostMicros !== null && spentOnHost + micros > limits.perHostMicros) {
    return excess(micros, spentOnHost, `on ${host} in the last 24 hours`, limits.perHostMicros)
  }
  return null
}

const words = (micros: bigint) => `$${formatAtomic(micros, 6)}`

const excess = (micros: bigint, spent: bigint, where: string, limit: bigint) =>
  `${words(micros)} is more than is left to spend: ${words(spent)} of ${words(limit)} was spent ${where}. Nothing was paid.`

const withoutOld = (page: Page, now: Date): Page => ({
  payments: page.payments.filter(({ at }) => Date.parse(at) > now.getTime() - DAY_MS),
})

/** A file that cannot be read stops all spending: what is left is unknown. */
async function readPage(file: string): Promise<Page> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { payments: [] }
  try {
    return pageSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`The spending file ${file} cannot be read, so nothing is paid; repair or remove it.`, { cause })
  }
}

/** A kill leaves the old page or the new one. */
async function writePage(file: string, page: Page): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(page, null, 1), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

const STALE_LOCK_MS = 10_000

async function underLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  await mkdir(dirname(file), { recursive: true })
  while (!(await takeLock(lock))) await sleep(20)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** The work under a lock takes milliseconds; one that is seconds old was left by a process that died. */
async function takeLock(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx')
    await handle.close()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const age = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > STALE_LOCK_MS) await rm(lock, { force: true })
    return false
  }
}
