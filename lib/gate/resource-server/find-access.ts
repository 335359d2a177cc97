import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import type { Access } from '@/lib/payments/has-paid'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'

/** The access of these wallets to the requested resource: by a purchase of it, else by a pass; null for none. */
export function findAccess(
  gate: Gate,
  { route, right }: OpenedRequest,
  wallets: ProvenWallet[],
): Promise<Access | null> {
  const { signIn, config } = route
  const { covering, isOnlyWay } = config.passes ?? {}
  return gate.ports.entitlements.findAccess({
    wallets,
    right,
    ...(signIn?.entitlementSeconds !== undefined && { entitlementSeconds: signIn.entitlementSeconds }),
    ...(covering && { passes: covering, isOnlyByPass: isOnlyWay }),
  })
}

/**
 * Counts what is about to be opened by a pass. False where the pass has no call left today. A purchase is not counted,
 * nor a look at the pass itself.
 */
export async function spendPass(gate: Gate, { route, right }: OpenedRequest, { pass }: Access): Promise<boolean> {
  const { passes, stored, isUnchanging = false } = route.config
  const covering = passes?.covering.find(({ passId }) => passId === pass?.passId)
  if (!pass || !passes || !covering || pass.passId === stored?.routeId) return true
  const { callsPerDay, keepsRead } = covering
  const isKept = keepsRead && isUnchanging && !passes.isOnlyWay
  const limits = { isCall: passes.countsCalls, callsPerDay, keptRight: isKept ? right.name : null }
  return gate.ports.entitlements.usePass({ ...pass, ...limits })
}
