import { setTimeout as sleep } from 'node:timers/promises'
import { sideBySide } from '@/lib/base/infra/concurrency'
import { abandonLapsedClaims, doubtLapsedSettlements, takeDuePayments } from '@/lib/payments/unfinished-payments'
import type { Gate } from './gate'
import { releaseReservation } from './payment-claim'
import { resolveUnknown } from './resolve-unknown'

/**
 * Finishes abandoned requests, and decides payments in doubt. Safe to run anywhere, any number of times: every change
 * is one conditional update. A claim whose request ended had settled nothing; the chain decides a settlement whose
 * request ended; other schemes end their own.
 */
export async function reconcilePayments(gate: Gate) {
  const { database } = gate
  const abandoned = await abandonLapsedClaims(database)
  const doubted = await doubtLapsedSettlements(database)
  let ended = 0
  for (const { finish } of Object.values(gate.schemes)) ended += (await finish?.(gate)) ?? 0
  for (const { paymentId, key, ...route } of abandoned) {
    gate.log.info({ paymentId, ...route, outcome: 'abandoned', reason: 'request_ended' }, 'payment decided later')
    await releaseReservation(gate, { paymentId, authorization: { key } })
  }
  return { abandoned: abandoned.length, doubted, ended, resolved: await resolveDuePayments(gate) }
}

/** Payments in doubt of one network that one pass checks, and how many of them at once. */
const LOOKS_IN_PASS = 60
const LOOKS_AT_ONCE = 10

/** How long a pass waits for one network; the rest is left to the next passes. */
const LONGEST_PASS_MS = 3_000

/**
 * Checks the payments in doubt that are due, the longest due first, each network separately: one that hangs delays no
 * other. Returns the number of decided ones.
 */
async function resolveDuePayments(gate: Gate): Promise<number> {
  const byNetwork = new Map<string, string[]>()
  for (const { id, network } of await takeDuePayments(gate.database, LOOKS_IN_PASS)) {
    byNetwork.set(network, [...(byNetwork.get(network) ?? []), id])
  }
  let decided = 0
  const endsAt = performance.now() + LONGEST_PASS_MS
  const passes = [...byNetwork.values()].map((ids) =>
    sideBySide(ids, LOOKS_AT_ONCE, async (id) => {
      if (performance.now() < endsAt && (await look(gate, id))) decided += 1
    }),
  )
  await Promise.all(passes.map((pass) => Promise.race([pass, sleep(LONGEST_PASS_MS, null, { ref: false })])))
  return decided
}

/** A payment whose check fails holds up no other. */
async function look(gate: Gate, id: string): Promise<boolean> {
  try {
    return (await resolveUnknown(gate, { id })).status !== 'unknown'
  } catch (err) {
    gate.log.error({ err, paymentId: id }, 'A payment in doubt could not be looked at')
    return false
  }
}
