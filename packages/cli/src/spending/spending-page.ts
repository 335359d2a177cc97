import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readIfThere, writeOwn } from '../home'

const micros = z.string().regex(/^\d{1,30}$/)

/** A signed transfer whose cost its chain can be asked for, as `Authorization` has it, of an asset with that many decimals. */
const transferSchema = z.object({
  network: z.string(),
  scheme: z.enum(['exact', 'upto']),
  asset: z.string(),
  payer: z.string(),
  payTo: z.string(),
  amountAtomic: z.string().regex(/^\d{1,78}$/),
  decimals: z.number().int().min(0).max(36),
  nonce: z.string(),
  /** Null where only the chain's height tells. */
  validBefore: z.string().datetime().nullable(),
})

/** The part of a channel's total that a voucher opens to its seller, in micro-dollars. */
const stretchSchema = z.object({ channel: z.string(), from: micros, to: micros })

const paymentSchema = z.object({
  id: z.string(),
  at: z.string().datetime(),
  host: z.string(),
  /** Its sum where it has no stretches. */
  micros,
  transfer: transferSchema.optional(),
  stretches: z.array(stretchSchema).optional(),
  /** The deposit signed with it, into the channel of its stretches. */
  deposit: micros.optional(),
})

/** Money put aside with a seller: signed deposits of one channel, less what vouchers have opened since. */
const asideSchema = z.object({
  channel: z.string(),
  /** Network, asset and payee: the seller chooses all else that a channel is told apart by. */
  seller: z.string(),
  host: z.string(),
  micros,
  /** The highest total that a voucher has opened. */
  opened: micros,
  decimals: z.number().int().min(0).max(36),
  /** From then on the chain knows whether the last deposit came. */
  lapsesAt: z.string().datetime(),
})

const pageSchema = z.object({ payments: z.array(paymentSchema), asides: z.array(asideSchema).default([]) })

export type Transfer = z.infer<typeof transferSchema>
export type Stretch = z.infer<typeof stretchSchema>
export type Payment = z.infer<typeof paymentSchema>
export type Aside = z.infer<typeof asideSchema>
export type Page = z.infer<typeof pageSchema>

/** Has the page edited, with nobody in between. */
export type ChangePage = <T>(edit: (page: Page) => { page: Page; result: T }) => Promise<T>

/**
 * The page of a file, which several programs may share. Fails where the file cannot be read, and where what is to be
 * written could not be: what is left would be unknown.
 */
export function pageInFile(file: string): ChangePage {
  return (edit) =>
    underLock(file, async () => {
      const { page, result } = edit(await readPage(file))
      await writeOwn(file, JSON.stringify(pageSchema.parse(page), null, 1))
      return result
    })
}

/** A page that ends with its process. */
export function pageInMemory(): ChangePage {
  let kept: Page = emptyPage
  return async (edit) => {
    const { page, result } = edit(kept)
    kept = page
    return result
  }
}

const emptyPage: Page = { payments: [], asides: [] }

async function readPage(file: string): Promise<Page> {
  const text = await readIfThere(file)
  if (text === null) return emptyPage
  try {
    return pageSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`The spending file ${file} cannot be read, so nothing is paid; repair or remove it.`, { cause })
  }
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
