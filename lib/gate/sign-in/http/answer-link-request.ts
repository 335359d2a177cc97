import { answerProblem, privateHeaders, problemResponse } from '@/lib/base/http/problem'
import { CONFIRMATION_HEADER } from '@/lib/base/http/request-headers'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { addressIdentity, type ProvenWallet } from '@/lib/base/x402/addresses'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { isWalletOf, linkWallet } from '../account-wallets'
import { askConfirmation, type ConfirmedAct, checkConfirmation } from '../confirmation'
import type { FoundSession } from '../sessions'
import { answerChallenge, findOwnSession, type SessionSite } from './answer-session-request'

/**
 * `POST /api/session/wallets`: adds a wallet to the signed-in account. Two wallets sign: the 402 asks the new one to
 * confirm that it joins this account; then the 403 asks a wallet of the account to confirm that the new one joins.
 */
export async function answerLink(site: SessionSite, request: Request): Promise<Response> {
  const session = await findOwnSession(site, request)
  if (session instanceof Response) return session
  const joining = joiningAct(session)
  const proof = request.headers.get(headerNames.signIn)
  const added = proof === null ? null : await checkConfirmation(site, joining, proof)
  if (!added?.valid) return answerChallenge(askConfirmation(site, joining), added?.error ?? null)
  if (session.wallets.some((own) => isSameWallet(own, added.wallet))) return answerWallets(session.wallets)

  const adding = addingAct(session, added.wallet)
  const consent = request.headers.get(CONFIRMATION_HEADER)
  const allowed = consent === null ? null : await checkConfirmation(site, adding, consent)
  const ask = (error: string | null) => answerMissing(askConfirmation(site, adding), error)
  if (!allowed?.valid) return ask(allowed?.error ?? null)
  const now = new Date()
  try {
    await linkWallet(site.database, {
      accountId: session.accountId,
      wallet: added.wallet,
      now,
      onLinked: async (transaction, from) => {
        const ids = from && { fromAccountId: from.accountId, toAccountId: session.accountId }
        if (ids && from.isEnded) await site.shops.handOver(transaction, ids)
        const signed = { signedBy: allowed.wallet.address, fromAccountId: from?.accountId ?? null, at: now }
        await site.shops.recordLink(transaction, session, { ...added.wallet, ...signed })
      },
      onLink: async (transaction) => {
        if (!(await isWalletOf(transaction, allowed.wallet, session.accountId)))
          throw new NotTakenError('not a wallet of yours')
        if (!(await added.spend(transaction)) || !(await allowed.spend(transaction)))
          throw new NotTakenError('nonce_spent')
      },
    })
  } catch (error) {
    if (error instanceof NotTakenError) return ask(error.message)
    if (!isDomainError(error)) throw error
    return answerProblem(error.code, error.message)
  }
  return answerWallets([...session.wallets, added.wallet])
}

/** Carries out of the transaction why the second signature was not accepted. */
class NotTakenError extends Error {}

const PATH = '/api/session/wallets'

const nameOf = ({ wallets }: FoundSession) => wallets[0]?.address ?? 'nobody'

const joiningAct = (session: FoundSession): ConfirmedAct => ({
  path: PATH,
  statement: `Add this wallet to the account of ${nameOf(session)}. What it has bought and sells goes there.`,
})

const addingAct = (session: FoundSession, { scope, address }: ProvenWallet): ConfirmedAct => ({
  path: PATH,
  statement: `Let the wallet ${address} (${scope}) into the account of ${nameOf(session)}. It may do there whatever this wallet may.`,
})

const isSameWallet = (one: ProvenWallet, other: ProvenWallet) =>
  one.scope === other.scope && addressIdentity(one.scope, one.address) === addressIdentity(other.scope, other.address)

function answerMissing(confirmation: ReturnType<typeof askConfirmation>, error: string | null): Response {
  const why = error === null ? '' : `The signature was not accepted (${error}). `
  const detail = `${why}Sign with a wallet that your account has already. Nothing was changed yet.`
  return problemResponse({ code: 'SIGNATURE_REQUIRED', detail, confirmation }, privateHeaders)
}

const answerWallets = (wallets: ProvenWallet[]) => Response.json({ wallets }, { headers: privateHeaders })
