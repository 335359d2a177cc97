/** The outcome in the words of the `bazaar` extension response. */
export type ListingOutcome =
  | { status: 'success'; key: string }
  | { status: 'processing' }
  | { status: 'rejected'; rejectedReason: string; code: string }
