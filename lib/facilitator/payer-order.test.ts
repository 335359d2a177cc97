import { expect, it } from 'vitest'
import type { Authorization } from '@/lib/chains/authorization'
import type { Admission, AdmissionVerdict } from './admit-payments'
import { createPayerOrder } from './payer-order'

const turn = () => new Promise((resolve) => setImmediate(resolve))

const admissionOf = (payer: string) => ({ payment: { authorization: { payer, key: `key of ${payer}` } } }) as Admission
const authorizationOf = (payer: string) => admissionOf(payer).payment.authorization as Authorization
const settled = (payer: string) => [
  { key: `key of ${payer}`, state: 'settled' as const, transaction: '0x1', height: 1n },
]

/** An order whose admissions wait until they are answered, in the order in which they began. */
function openOrder(maxAtOnce: number) {
  const begun: { payer: string; answer: (verdict: AdmissionVerdict) => void }[] = []
  const order = createPayerOrder(
    () => (admission) =>
      new Promise((resolve) => begun.push({ payer: admission.payment.authorization.payer, answer: resolve })),
    { maxAtOnce },
  )
  return { order, begun, payers: () => begun.map(({ payer }) => payer) }
}

it('looks up the money of so many unknown payers at once, and of the others in their order', async () => {
  const { order, begun, payers } = openOrder(2)
  for (const payer of ['a', 'b', 'c', 'd']) void order.admit(admissionOf(payer))
  await turn()
  expect(payers()).toEqual(['a', 'b'])
  begun[0]?.answer({ kind: 'refused', reason: 'insufficient_funds' })
  await turn()
  expect(payers()).toEqual(['a', 'b', 'c'])
})

it('lets a payer that has paid before pass those that have not', async () => {
  const { order, payers } = openOrder(1)
  order.learn(authorizationOf('buyer'), settled('buyer'))
  for (const payer of ['liar 1', 'liar 2', 'buyer']) void order.admit(admissionOf(payer))
  await turn()
  expect(payers()).toEqual(expect.arrayContaining(['liar 1', 'buyer']))
  expect(payers()).not.toContain('liar 2')
})

it('sends a payer back behind the others after one refusal, and when its settlement failed', async () => {
  const { order, begun, payers } = openOrder(1)
  order.learn(authorizationOf('turncoat'), settled('turncoat'))
  order.learn(authorizationOf('unpaid'), [
    { key: 'key of unpaid', state: 'refused', reason: 'reverted', transaction: '0x1' },
  ])
  const refused = order.admit(admissionOf('turncoat'))
  await turn()
  begun[0]?.answer({ kind: 'refused', reason: 'insufficient_funds' })
  await refused
  for (const payer of ['liar', 'turncoat', 'unpaid']) void order.admit(admissionOf(payer))
  await turn()
  expect(payers()).toEqual(['turncoat', 'liar'])
})

it('refuses unknown payers beyond the length of the queue, and still lets known ones pass', async () => {
  const { order, payers } = openOrder(1)
  order.learn(authorizationOf('buyer'), settled('buyer'))
  for (let number = 0; number < 1_001; number += 1) void order.admit(admissionOf(`liar ${number}`))
  await expect(order.admit(admissionOf('one more'))).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  void order.admit(admissionOf('buyer'))
  await turn()
  expect(payers()).toEqual(expect.arrayContaining(['buyer']))
})
