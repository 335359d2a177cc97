import type { Assessment, InFlight, SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { pick } from '@/lib/base/infra/database'
import { reasons } from '@/lib/base/x402/reasons'
import { listInFlight, type PayerAccount } from './ledger/find-settlement'
import { type Reservation, type ReservationVerdict, reserveAuthorizations } from './ledger/reserve-authorizations'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

/** A payment to be reserved (`claimToken` null) or claimed; it has passed the chain's `check`. */
export type Admission = Pick<Reservation, 'payloadDigest' | 'claimToken' | 'holder' | 'settleAmountAtomic'> & {
  payment: SignedPayment
}

export type AdmissionVerdict =
  | { kind: 'admitted'; extra?: Record<string, unknown> }
  | { kind: 'taken' }
  | { kind: 'refused'; reason: string; message?: string }

type AdmissionTools = Pick<FacilitatorDeps, 'database'> & {
  chain: SettlementChain
  limits: FacilitatorLimits
}

/** Other instances may settle a payer's money between our reading of chain and ledger, so it is read again. */
const MAX_READINGS = 3

/**
 * Asks the chain about payments and reserves or claims those that hold. Money counts once: as in flight until the
 * balance that was read reflects it, then as spent. Answers in order.
 */
export async function admitPayments(tools: AdmissionTools, admissions: Admission[]): Promise<AdmissionVerdict[]> {
  const verdicts = new Map<Admission, AdmissionVerdict>()
  let open = admissions
  let readAt: bigint | null = null
  for (let reading = 1; open.length > 0; reading += 1) {
    // Most payers have nothing in flight. Where all of it counts in full and the money still suffices, all is well;
    // only then is it worth asking how much of it has landed.
    const inFlight = readAt === null ? [] : await listInFlight(tools.database, open.map(authorizationOf), readAt)
    const round = await admitOnce(tools, open, inFlight)
    for (const [index, admission] of open.entries()) {
      const verdict = round.verdicts[index] as AdmissionVerdict | 'insufficient' // One per admission.
      const isHopeless = reading === MAX_READINGS || (reading > 1 && ofPayer(inFlight, admission).length === 0)
      if (verdict !== 'insufficient') verdicts.set(admission, verdict)
      else if (isHopeless) verdicts.set(admission, { kind: 'refused', reason: reasons.insufficientFunds })
    }
    readAt = lower(readAt, round.height)
    open = open.filter((admission) => !verdicts.has(admission))
  }
  return admissions.map((admission) => verdicts.get(admission) as AdmissionVerdict) // The loop filled them all.
}

async function admitOnce(
  tools: AdmissionTools,
  admissions: Admission[],
  inFlight: InFlight[],
): Promise<{ height: bigint; verdicts: (AdmissionVerdict | 'insufficient')[] }> {
  const assessments = await tools.chain.assess(
    admissions.map((admission) => ({ payment: admission.payment, inFlight: ofPayer(inFlight, admission) })),
  )
  const reserved = await reserveValid(tools, admissions, assessments)
  const verdicts = admissions.map((admission, index): AdmissionVerdict | 'insufficient' => {
    const assessment = assessments[index] as Assessment // One per request.
    if (!assessment.isValid) return { kind: 'refused', ...pick(assessment, 'reason', 'message') }
    const verdict = reserved.get(admission)
    if (verdict === 'insufficient') return verdict
    return verdict === 'taken' ? { kind: 'taken' } : { kind: 'admitted', extra: assessment.extra }
  })
  const heights = assessments.flatMap((assessment) => (assessment.isValid ? [assessment.height] : []))
  return { height: heights.reduce<bigint | null>(lower, null) ?? 0n, verdicts }
}

const lower = (known: bigint | null, height: bigint) => (known === null || height < known ? height : known)

const ofPayer = (inFlight: InFlight[], { payment }: Admission) =>
  inFlight.filter((authorization) => isSameAccount(authorization, payment.authorization))

async function reserveValid(tools: AdmissionTools, admissions: Admission[], assessments: Assessment[]) {
  const verdicts = new Map<Admission, ReservationVerdict>()
  const entries = admissions.flatMap((admission, index) => {
    const assessment = assessments[index]
    return assessment?.isValid ? [{ admission, reservation: toReservation(tools, admission, assessment) }] : []
  })
  if (entries.length === 0) return verdicts
  const answers = await reserveAuthorizations(
    tools.database,
    entries.map((entry) => entry.reservation),
  )
  for (const [index, entry] of entries.entries()) verdicts.set(entry.admission, answers[index] as ReservationVerdict)
  return verdicts
}

function toReservation(
  { limits }: AdmissionTools,
  { payment, ...admission }: Admission,
  { height, spendableAtomic, landedKeys }: Extract<Assessment, { isValid: true }>,
): Reservation {
  const { authorization } = payment
  const lastsMs = admission.holder === null ? limits.reservationMs : limits.heldReservationMs
  return { ...admission, authorization, lastsMs, height, spendableAtomic, landedKeys }
}

const authorizationOf = ({ payment }: Admission): PayerAccount => payment.authorization

const isSameAccount = (a: PayerAccount, b: PayerAccount) =>
  a.network === b.network && a.asset === b.asset && a.payer === b.payer
