/** Where a seller pays for a route of their own. */
export const testPayment = {
  address: '{method} of this site',
  addressHint: 'Path and query as a buyer would send them.',
  body: 'Body (JSON)',
  done: 'Paid and delivered.',
  seeIt: 'See it among your payments',
  notYet: 'Not yet.',
  titles: {
    challenge: '1. The 402',
    payload: '2. The signed payment',
    settlement: '3. The settlement',
    answer: '4. The answer',
  },
  names: { challenge: 'challenge', payload: 'payment payload', settlement: 'settlement', answer: 'answer' },
  size: '{status} {type}, {bytes, number} bytes',
} as const
