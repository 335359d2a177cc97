import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { findGivingPayment } from '@/lib/payments/find-giving-payment'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'
import type { Buyer } from './route-config'

type Proof = { kind: 'granted'; buyer: Buyer } | { kind: 'none'; error: string | null }

/**
 * Rows 2 to 3: a wallet that has signed in, by header or by the site's session, and may have the resource; or a browser
 * that has received it.
 * A refused header names the reason; a session without the entitlement is no error, only no proof.
 */
export async function findProvenWallet(gate: Gate, opened: OpenedRequest, header: string | null): Promise<Proof> {
  if (!opened.route.signIn) return { kind: 'none', error: header === null ? null : 'sign_in_not_offered' }
  if (header !== null) return findBySignIn(gate, opened, header)
  return (await findBySession(gate, opened)) ?? { kind: 'none', error: null }
}

async function findBySignIn(gate: Gate, opened: OpenedRequest, header: string): Promise<Proof> {
  const checked = await gate.ports.signIn.check(header, opened.signInTerms(), opened.route.signIn ?? {})
  if (!checked.valid) return { kind: 'none', error: checked.error }
  const { wallet } = checked
  const [isUnused, hasRight] = await Promise.all([checked.spend(), mayHave(gate, opened, [wallet])])
  if (!isUnused) return { kind: 'none', error: 'nonce_spent' }
  if (!hasRight) return { kind: 'none', error: 'wallet_has_not_paid' }
  return { kind: 'granted', buyer: { kind: 'sign-in', address: wallet.address } }
}

async function findBySession(gate: Gate, opened: OpenedRequest): Promise<Proof | null> {
  if (!gate.ports.sessions) return null
  const wallets = await gate.ports.sessions.walletsOf(opened.request, cookieTerms(opened))
  const [first] = wallets
  if (first && (await mayHave(gate, opened, wallets)))
    return { kind: 'granted', buyer: { kind: 'session', address: first.address } }
  return findByRecord(gate, opened)
}

/**
 * Opens only a kept text or file that a payment of this browser opened. It proves no wallet: an auth-only route stays
 * closed, and no seller's service is told of one.
 */
async function findByRecord(gate: Gate, opened: OpenedRequest): Promise<Proof | null> {
  const payments = gate.ports.sessions?.paymentsOf(opened.request, cookieTerms(opened)) ?? []
  if (payments.length === 0 || opened.route.isAuthOnly || !opened.route.config.isUnchanging) return null
  const giving = await findGivingPayment(gate.database, { owner: { wallets: [], payments }, right: opened.right })
  return giving && { kind: 'granted', buyer: { kind: 'session', address: giving.payer } }
}

const cookieTerms = ({ route }: OpenedRequest) => ({ isOnlyShown: route.config.isUnchanging ?? false })

async function mayHave(gate: Gate, opened: OpenedRequest, wallets: ProvenWallet[]): Promise<boolean> {
  const { route, right } = opened
  if (route.isAuthOnly) return true
  return gate.ports.entitlements.hasPaid(wallets, right, route.signIn?.entitlementSeconds)
}
