import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { findGivingPayment } from '@/lib/payments/find-giving-payment'
import { findPassOfPayments } from '@/lib/payments/find-held-passes'
import type { Access } from '@/lib/payments/has-paid'
import { findAccess, type Spent, spendAccess, spendPass } from './find-access'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'
import type { Buyer } from './route-config'

/** `spent`: what was counted at a pass; null for a right of its own. */
export type Granted = { kind: 'granted'; buyer: Buyer; spent: Spent | null }
type Proof = Granted | { kind: 'none'; error: string | null }

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
  const [isUnused, access] = await Promise.all([checked.spend(), mayHave(gate, opened, [wallet])])
  if (!isUnused) return { kind: 'none', error: 'nonce_spent' }
  if (!access) return { kind: 'none', error: 'wallet_has_not_paid' }
  const spent = await spendAccess(gate, opened, [wallet], access)
  if (!spent) return { kind: 'none', error: PASS_CALLS_USED_UP }
  return { kind: 'granted', buyer: { kind: 'sign-in', address: wallet.address }, spent }
}

async function findBySession(gate: Gate, opened: OpenedRequest): Promise<Proof | null> {
  if (!gate.ports.sessions) return null
  const wallets = await gate.ports.sessions.walletsOf(opened.request, cookieTerms(opened))
  const [first] = wallets
  const access = first ? await mayHave(gate, opened, wallets) : null
  if (!first || !access) return findByRecord(gate, opened)
  const spent = await spendAccess(gate, opened, wallets, access)
  if (!spent) return { kind: 'none', error: PASS_CALLS_USED_UP }
  return { kind: 'granted', buyer: { kind: 'session', address: first.address }, spent }
}

/**
 * Opens only a kept text or file, or a pass, that a payment of this browser opened. It proves no wallet: an auth-only route stays
 * closed, and no seller's service is told of one.
 */
async function findByRecord(gate: Gate, opened: OpenedRequest): Promise<Proof | null> {
  const payments = gate.ports.sessions?.paymentsOf(opened.request, cookieTerms(opened)) ?? []
  if (payments.length === 0 || opened.route.isAuthOnly || !isOnlyShown(opened)) return null
  const giving = await findGivingPayment(gate.database, { owner: { wallets: [], payments }, right: opened.right })
  if (giving) return { kind: 'granted', buyer: { kind: 'session', address: giving.payer }, spent: null }
  const pass = await findPassOfPayments(gate.database, payments, opened.route.config.passes?.covering ?? [])
  const spent = pass && (await spendPass(gate, opened, { pass }))
  if (!spent) return null
  return { kind: 'granted', buyer: { kind: 'session', address: pass.payer }, spent }
}

/** A text, a file or a pass: asking for it changes nothing. */
const isOnlyShown = ({ route: { config } }: OpenedRequest): boolean =>
  config.isUnchanging === true || config.passSeconds !== undefined

const cookieTerms = (opened: OpenedRequest) => ({ isOnlyShown: isOnlyShown(opened) })

const PASS_CALLS_USED_UP = 'pass_calls_used_up'

/** An auth-only route opens for every wallet. */
const mayHave = async (gate: Gate, opened: OpenedRequest, wallets: ProvenWallet[]): Promise<Access | null> =>
  opened.route.isAuthOnly ? { pass: null } : findAccess(gate, opened, wallets)
