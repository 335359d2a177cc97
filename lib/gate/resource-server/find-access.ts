import type { ProvenWallet } from '@/lib/base/x402/addresses'
import { askAccess, type GrantedAccess } from '@/lib/payments/has-paid'
import { countPassUse, giveBackUse } from '@/lib/payments/passes'
import type { Gate, OpenedRequest } from './gate'

/** The access of these wallets to the requested resource: by a purchase of it, else by another pass than `without`; null for none. */
export function findAccess(
  gate: Gate,
  { route, right }: OpenedRequest,
  wallets: ProvenWallet[],
  without: readonly string[] = [],
): Promise<GrantedAccess | null> {
  const { signIn, config } = route
  const { covering, isOnlyWay } = config.passes ?? {}
  return askAccess(gate.database, {
    wallets,
    right,
    ...(signIn?.entitlementSeconds !== undefined && { entitlementSeconds: signIn.entitlementSeconds }),
    ...(covering && { passes: covering.filter(({ passId }) => !without.includes(passId)), isOnlyByPass: isOnlyWay }),
  })
}

/** `giveBack`: nothing came of it, so that it is not counted. */
export type Spent = { giveBack: () => Promise<void> }

const uncounted: Spent = { giveBack: async () => {} }

/** Counts what is about to be opened, at the next pass where the found one has no call left today; null where none has. */
export async function spendAccess(
  gate: Gate,
  opened: OpenedRequest,
  wallets: ProvenWallet[],
  found: GrantedAccess,
): Promise<Spent | null> {
  const usedUp: string[] = []
  for (let access: GrantedAccess | null = found; access; access = await findAccess(gate, opened, wallets, usedUp)) {
    const spent = await spendPass(gate, opened, access)
    if (spent || !access.pass) return spent
    usedUp.push(access.pass.passId)
  }
  return null
}

/**
 * Counts what is about to be opened by a pass. Null where the pass has no call left today. A purchase is not counted,
 * nor a look at the pass itself.
 */
export async function spendPass(
  gate: Gate,
  { route, right }: OpenedRequest,
  { pass }: GrantedAccess,
): Promise<Spent | null> {
  const { passes, stored, isUnchanging = false } = route.config
  const covering = passes?.covering.find(({ passId }) => passId === pass?.passId)
  if (!pass || !passes || !covering || pass.passId === stored?.routeId) return uncounted
  const { callsPerDay, keepsRead } = covering
  const isKept = keepsRead && isUnchanging && !passes.isOnlyWay
  const limits = { isCall: passes.countsCalls, callsPerDay, keptRight: isKept ? right.name : null }
  const counted = await countPassUse(gate.database, { ...pass, ...limits })
  return counted && { giveBack: () => giveBackUse(gate.database, counted) }
}
