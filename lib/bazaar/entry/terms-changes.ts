type Count = { lastDay: number; lastWeek: number; lastAt: Date | null }

/** How often an entry's payee and its price changed in the last 24 hours and seven days, and when last. */
export type TermsChanges = { payee: Count; price: Count }

const never: Count = { lastDay: 0, lastWeek: 0, lastAt: null }
export const noChanges: TermsChanges = { payee: never, price: never }

/** Prices may change; one that changes this often in a day is not the price that a buyer has read. */
const OFTEN = 3

/** Warnings for buyers about changed terms. */
export const doubtsOfChanges = ({ payee, price }: TermsChanges): string[] => [
  ...(payee.lastWeek > 0 ? ['pay_to_changed'] : []),
  ...(price.lastDay >= OFTEN ? ['price_changes_often'] : []),
]
