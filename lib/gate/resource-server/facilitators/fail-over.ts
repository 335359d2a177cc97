import type { PaymentRequirements, SettleOutcome, Supported } from '@/lib/base/x402/wire'
import type { CallerNote } from '@/lib/payments/settling-note'
import { type AskedPayment, type FacilitatorPort, FacilitatorUnreachableError } from '../ports'

/** One facilitator. Without a notion of holders it has none of `askSettledFor`, `release` and `spend`. */
export type FacilitatorSource = Pick<FacilitatorPort, 'verify'> &
  Partial<Pick<FacilitatorPort, 'askSettledFor' | 'release' | 'spend'>> & {
    name: string
    /** Fails when it does not answer, as `verify` does. */
    supported: () => Promise<Supported>
    /** Null when it is certain that the payment was not taken; a settlement in doubt is `unknown`. Never fails. */
    settle: (payment: AskedPayment, note: CallerNote | null, holder?: string) => Promise<SettleOutcome | null>
  }

/** How long a facilitator that did not answer is asked last; longer each time that it fails, up to the longest. */
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 120_000

/**
 * Several facilitators as one. Asks the first that offers a payment's kind with the wallet that its terms name;
 * the next one only when it is certain that the one before did not
 * take the request. A facilitator that did not answer is asked last for a while, so that it holds up no payment.
 */
export function createFailOver({
  sources,
  warn,
  now = () => performance.now(),
}: {
  /** In the order of preference. */
  sources: FacilitatorSource[]
  warn: (details: object, message: string) => void
  now?: () => number
}): FacilitatorPort {
  const rests = new Map<FacilitatorSource, { until: number; restMs: number }>()

  function failed(source: FacilitatorSource, error: unknown): void {
    const rest = rests.get(source)
    // Requests that were under way when it failed add nothing.
    if (rest && rest.until > now()) return
    const restMs = rest ? Math.min(rest.restMs * 2, LONGEST_REST_MS) : FIRST_REST_MS
    rests.set(source, { until: now() + restMs, restMs })
    warn({ err: error, facilitator: source.name, restMs }, 'A facilitator cannot be used')
  }

  const isResting = (source: FacilitatorSource) => (rests.get(source)?.until ?? 0) > now()

  async function* able(requirements: PaymentRequirements): AsyncGenerator<FacilitatorSource> {
    const strangers: FacilitatorSource[] = []
    let mayBeKnown = false
    for (const source of sources.toSorted((a, b) => Number(isResting(a)) - Number(isResting(b)))) {
      const supported = await source.supported().catch((error: unknown) => void failed(source, error))
      const kinds = supported && kindsFor(supported, requirements)
      if (kinds?.length === 0) continue
      const isNamed = supported && kinds && namesSigner(requirements, supported, kinds)
      mayBeKnown ||= isNamed !== false
      if (isNamed) yield source
      else if (isNamed === false) strangers.push(source)
    }
    // The signer was replaced since, or is none of theirs: then they report what is wrong with it.
    if (!mayBeKnown) yield* strangers
  }

  return {
    async verify(payment, holder) {
      for await (const source of able(payment.requirements)) {
        try {
          const verdict = await source.verify(payment, holder)
          rests.delete(source)
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
      (await Promise.all(sources.map((source) => source.askSettledFor?.(...asked) ?? []))).flat(),

    release: async (key, holder) => void (await Promise.all(sources.map((source) => source.release?.(key, holder)))),
    spend: async (key, holder) => void (await Promise.all(sources.map((source) => source.spend?.(key, holder)))),

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

/** True if the wallet that has to settle those terms, or sign for their receiver, is one of its own, or none has to. */
function namesSigner({ extra }: PaymentRequirements, { signers }: Supported, kinds: Supported['kinds']): boolean {
  const [named] = signersIn(extra)
  if (named === undefined) return true
  const own = [...Object.values(signers).flat(), ...kinds.flatMap((kind) => signersIn(kind.extra))]
  return own.some((signer) => isSameSigner(signer, named))
}

const signersIn = (extra: Record<string, unknown> = {}): string[] =>
  [extra.feePayer, extra.facilitatorAddress, extra.receiverAuthorizer].filter((signer) => typeof signer === 'string')

/** Addresses of EVM are written in any case. */
const isSameSigner = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())

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
