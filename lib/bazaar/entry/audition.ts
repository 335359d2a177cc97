/**
 * A purchase of an entry by this site, as evidence: what came back is kept as a hash, never as the paid words.
 * `undelivered`: the payment was settled, and no good answer came. `unknown`: it was signed and not answered well, and
 * whether it is settled is not known yet.
 */
export type Audition = {
  state: 'delivered' | 'undelivered' | 'unknown'
  /** Why it was not delivered; null where it was. */
  problem: string | null
  /** Whether the answer has the declared content type and schema; null where nothing is declared or delivered. */
  fit: 'fits' | 'contradicts' | null
  /** Where it contradicts the declaration, in the words of the declaration. */
  misfit: string | null
  /** It was bought on terms or a schema that have changed since. */
  isOutdated: boolean
  at: Date
  network: string
  payTo: string
  amountAtomic: bigint
  microDollars: bigint
  transaction: string | null
  /** The settlement as the answer reported it. */
  receipt: Record<string, unknown> | null
  status: number | null
  mediaType: string | null
  bytes: number | null
  /** SHA-256 of the answer's body, in hex. */
  digest: string | null
  /** From the paid request to the end of its answer. */
  latencyMs: number | null
}
