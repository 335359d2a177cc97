export type Rejected = { status: 'rejected'; rejectedReason: string; code: string }

export type ListingOutcome = { status: 'success'; key: string } | { status: 'processing' } | Rejected

export const rejected = (code: string, rejectedReason: string): Rejected => ({
  status: 'rejected',
  code,
  rejectedReason,
})
