import { expect, it } from 'vitest'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import type { SettledForWord } from './ports'
import { wasSentForAnother } from './reconcile'

const network = 'eip155:84532'
const first = `0x${'1'.repeat(40)}`
const second = `0x${'2'.repeat(40)}`
const word = (settledFor: SettledForWord['settledFor'], wallet: string): SettledForWord => ({
  settledFor,
  signers: settledFor === 'unknown' ? {} : { 'eip155:*': [wallet] },
})

/** The two facilitators' answers about a transaction that `sentBy` has landed. */
function asked(one: SettledForWord['settledFor'], two: SettledForWord['settledFor'], sentBy?: string) {
  const facilitator = { askSettledFor: async () => [word(one, first), word(two, second)] }
  const gate = { facilitator } as unknown as Gate // Only this port is asked.
  const terms = { payload: {} as PaymentPayload, requirements: { network } as unknown as PaymentRequirements }
  const landed = { state: 'settled' as const, transaction: '0x1', amountAtomic: 1n, payTo: first }
  return wasSentForAnother(gate, 'holder', terms, sentBy === undefined ? landed : { ...landed, sentBy })
}

it.each([
  ['nobody', 'another', second, true],
  ['another', 'nobody', first, true],
  ['nobody', 'another', undefined, true],
  // A stranger sent it to the second, and its transaction came first.
  ['holder', 'another', second, false],
  // The second has sent one for another, and a different one has landed.
  ['nobody', 'another', first, false],
  // The first may have sent it for us.
  ['unknown', 'another', second, false],
  ['nobody', 'nobody', second, false],
] as const)('the first sent it for %s, the second for %s, %s landed it: %s', async (one, two, sentBy, isAnothers) => {
  expect(await asked(one, two, sentBy)).toBe(isAnothers)
})
