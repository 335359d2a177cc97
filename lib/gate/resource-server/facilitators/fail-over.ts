import type { PaymentRequirements, SettleOutcome, Supported } from '@/lib/base/x402/wire'
import type { CallerNote } from '@/lib/payments/settling-note'
import { type AskedPayment, type FacilitatorPort, FacilitatorUnreachableError } from '../ports'

export type FacilitatorSource = Pick<FacilitatorPort, 'verify' | 'askSettledFor' | 'release' | 'spend'> & {
  name: string
  /** Fails when it does not answer, as `verify` does. */
  supported: () => Promise<Supported>
  /** Null when it is certain that the payment was not taken; a settlement in doubt is `unknown`. Never fails. */
  settle: (payment: AskedPayment, note: CallerNote | null, holder?: string) => Promise<SettleOutcome | null>
}

export type FailOverOptions = {
  /** In the order of preference. */
  sources: FacilitatorSource[]
  warn: (details: object, message: string) => void
  now?: () => number
}

/** How long a facilitator that did not answer is asked last; longer each time that it fails, up to the longest. */
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 120_000

/**
 * Several facilitators as one. Asks the first that offers a payment's kind with the wallet that its terms name,
 * preferably one that signs for the payment's channel; the next one only when it is certain that the one before did not
 * take the request. A facilitator that did not answer is asked last for a while, so that it holds up no payment.
 */
export function createFailOver({ sources, warn, now = () => performance.now() }: FailOverOptions): FacilitatorPort {
  const rests = new Map<FacilitatorSource, { until: number; restMs: number }>()

  function failed(source: FacilitatorSource, error: unknown): void {
    const rest = rests.get(source)
    // Requests that were under way when it failed add nothing.
    if (rest && rest.until > now()) return
    const restMs = rest ? Math.min(rest.restMs * 2, LONGEST_REST_MS) : FIRST_REST_MS
    rests.set(source, { until: now() + restMs, restMs })
    warn({ err: error, facilitator: source.name, restMs }, 'A facilitator cannot be used')
  }

  const answered = (source: FacilitatorSource) => void rests.delete(source)

  const isResting = (source: FacilitatorSource) => (rests.get(source)?.until ?? 0) > now()

  const inTurn = () => sources.toSorted((a, b) => Number(isResting(a)) - Number(isResting(b)))

  async function* able(requirements: PaymentRequirements): AsyncGenerator<FacilitatorSource> {
    const others: FacilitatorSource[] = []
    const strangers: FacilitatorSource[] = []
    let mayKnowWallet = false
    for (const source of inTurn()) {
      const supported = await source.supported().catch((error: unknown) => void failed(source, error))
      if (!supported) mayKnowWallet = true
      else if (!settlesKind(supported, requirements)) continue
      else if (!namesWallet(supported, requirements)) strangers.push(source)
      else {
        mayKnowWallet = true
        if (signsFor(supported, requirements)) yield source
        else others.push(source)
      }
    }
    // A channel may name an authorizer that was replaced since, and that none of them lists any more.
    yield* others
    // The same for a wallet in the terms: then the others report what is wrong with it.
    if (!mayKnowWallet) yield* strangers
  }

  return {
    async verify(payment, holder) {
      for await (const source of able(payment.requirements)) {
        try {
          const verdict = await source.verify(payment, holder)
          answered(source)
          return verdict
        } catch (error) {
          // Verifying moves nothing, so the next one may be asked.
          failed(source, error)
        }
      }
      throw new FacilitatorUnreachableError('No facilitator answered.')
    },

    async settle(payment, note, holder) {
      for await (const source of able(payment.requirements)) {
        const outcome = await source.settle(payment, note, holder)
        if (outcome) return outcome
        failed(source, new Error('It did not take a settlement.'))
      }
      const { network } = payment.requirements
      const errorReason = 'facilitator_unreachable'
      return { kind: 'refused', response: { success: false, transaction: '', network, errorReason } }
    },

    // We or another server may have sent it to any of them.
    askSettledFor: async (...asked) =>
      (await Promise.all(sources.map((source) => source.askSettledFor(...asked)))).flat(),

    release: async (key, holder) => void (await Promise.all(sources.map((source) => source.release(key, holder)))),
    spend: async (key, holder) => void (await Promise.all(sources.map((source) => source.spend(key, holder)))),

    async supported() {
      const answers = await Promise.all(
        sources.map((source) => source.supported().catch((error: unknown) => void failed(source, error))),
      )
      const reached = answers.filter((answer) => answer !== undefined)
      if (reached.length === 0) throw new FacilitatorUnreachableError('No facilitator answered.')
      return mergeSupported(reached)
    },
  }
}

const kindsFor = ({ kinds }: Supported, { scheme, network }: PaymentRequirements) =>
  kinds.filter((kind) => kind.scheme === scheme && kind.network === network)

const settlesKind = (supported: Supported, requirements: PaymentRequirements): boolean =>
  kindsFor(supported, requirements).length > 0

/** True if the wallet that has to settle those terms is one of its own, or none has to. */
function namesWallet(supported: Supported, requirements: PaymentRequirements): boolean {
  const named = requirements.extra?.feePayer ?? requirements.extra?.facilitatorAddress
  if (typeof named !== 'string') return true
  const wallets = [
    ...Object.values(supported.signers).flat(),
    ...kindsFor(supported, requirements).flatMap(({ extra: own }) => [own?.feePayer, own?.facilitatorAddress]),
  ]
  return wallets.some((wallet) => wallet === named)
}

/** True if it would sign claims and refunds of that channel, or there is none. */
function signsFor({ kinds }: Supported, { scheme, network, extra }: PaymentRequirements): boolean {
  const named = extra?.receiverAuthorizer
  if (typeof named !== 'string') return true
  return kinds.some(
    (kind) =>
      kind.scheme === scheme &&
      kind.network === network &&
      String(kind.extra?.receiverAuthorizer).toLowerCase() === named.toLowerCase(),
  )
}

/** Everything that they offer together; where two offer a kind, the first one's wallets are named. */
function mergeSupported(answers: Supported[]): Supported {
  const kinds = new Map<string, Supported['kinds'][number]>()
  for (const kind of answers.flatMap((answer) => answer.kinds)) {
    const key = `${kind.x402Version} ${kind.scheme} ${kind.network}`
    if (!kinds.has(key)) kinds.set(key, kind)
  }
  const signers: Record<string, string[]> = {}
  for (const [family, wallets] of answers.flatMap((answer) => Object.entries(answer.signers))) {
    signers[family] = [...new Set([...(signers[family] ?? []), ...wallets])]
  }
  return { kinds: [...kinds.values()], signers, extensions: [...new Set(answers.flatMap((a) => a.extensions))] }
}
