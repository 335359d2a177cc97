import { type Database, sql } from '@/lib/base/infra/database'
import type { Payment } from '@/lib/base/infra/generated/prisma/client'
import type { Logger } from '@/lib/base/infra/logger'

export type PaymentLease = { paymentId: string; leaseToken: string }

/** Silence of a request after which others take over its payment. */
const LEASE_SECONDS = 12

const RENEWAL_MS = 3_000

/** No answer takes longer to send; a lease that is held longer was forgotten. */
const LONGEST_HOLD_MS = 3_600_000

/** SQL: the end of a lease that is given now. Only the database's clock counts. */
export const leaseFromNow = sql.raw(`now() + interval '${LEASE_SECONDS} seconds'`)

/** SQL: no running request holds a row of `payments`. */
export const leaseIsFree = sql.raw('(payments.lease_until IS NULL OR payments.lease_until < now())')

export type Leases = ReturnType<typeof createLeases>

type HeldLease = PaymentLease & { heldSince: number; end: (() => void) | undefined }

/** Renews all leases of this process together, every few seconds while there are any. */
export function createLeases({ database, log }: { database: Database; log: Pick<Logger, 'warn'> }) {
  const entries = new Set<HeldLease>()
  let timer: NodeJS.Timeout | null = null
  let isRenewing = false
  let isDraining = false
  let emptied = () => {}

  async function renew(): Promise<void> {
    if (isRenewing) return
    isRenewing = true
    try {
      const since = performance.now() - LONGEST_HOLD_MS
      for (const entry of entries) if (entry.heldSince < since) release(entry)
      await renewLeases(database, [...entries])
    } catch (error) {
      log.warn({ err: error, leases: entries.size }, 'Leases were not renewed')
    } finally {
      isRenewing = false
    }
  }

  function release(entry: HeldLease): void {
    if (!entries.delete(entry) || entries.size > 0) return
    if (timer) clearInterval(timer)
    timer = null
    emptied()
  }

  return {
    /** Renews a lease until the returned function is called. Calls `end` when the process ends first. */
    hold({ paymentId, leaseToken }: PaymentLease, end?: () => void) {
      const entry = { paymentId, leaseToken, heldSince: performance.now(), end }
      entries.add(entry)
      timer ??= setInterval(() => void renew(), RENEWAL_MS).unref()
      if (isDraining) end?.()
      return () => release(entry)
    },
    /** True while this process holds the lease of that row, also where it could not be renewed and has lapsed. */
    holds: ({ id, leaseToken, leaseUntil }: Pick<Payment, 'id' | 'leaseToken' | 'leaseUntil'>) =>
      leaseUntil !== null && [...entries].some((entry) => entry.paymentId === id && entry.leaseToken === leaseToken),
    /** Ends long answers, and waits until all leases are released, at most that long. */
    async drain(longestMs: number) {
      isDraining = true
      for (const { end } of entries) end?.()
      if (entries.size === 0) return
      await new Promise<void>((resolve) => {
        const lapse = setTimeout(resolve, longestMs)
        emptied = () => {
          clearTimeout(lapse)
          resolve()
        }
      })
    },
  }
}

/**
 * A lease that another request has taken in the meantime stays with that request. In one order, like all that changes
 * many payments, so that two such statements never wait for each other.
 */
async function renewLeases(database: Database, leases: PaymentLease[]): Promise<void> {
  if (leases.length === 0) return
  const [ids, tokens] = [leases.map(({ paymentId }) => paymentId), leases.map(({ leaseToken }) => leaseToken)]
  await database.execute(sql`
    WITH held AS (
      SELECT payments.id FROM payments JOIN unnest(${ids}::uuid[], ${tokens}::uuid[]) AS lease(id, token)
        ON payments.id = lease.id AND payments.lease_token = lease.token
      ORDER BY payments.id FOR NO KEY UPDATE OF payments)
    UPDATE payments SET lease_until = ${leaseFromNow} FROM held WHERE payments.id = held.id`)
}
