import { expect, it } from 'vitest'
import type { Authorization } from '@/lib/base/chains/authorization'
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
  for (const payer of ['attacker 1', 'attacker 2', 'buyer']) void order.admit(admissionOf(payer))
  await turn()
  expect(payers()).toEqual(expect.arrayContaining(['attacker 1', 'buyer']))
  expect(payers()).not.toContain('attacker 2')
})

it('sends a payer back behind the others after one refusal, and when its settlement failed', async () => {
  const { order, begun, payers } = openOrder(1)
  order.learn(authorizationOf('defaulter'), settled('defaulter'))
  order.learn(authorizationOf('unpaid'), [
    { key: 'key of unpaid', state: 'refused', reason: 'reverted', transaction: '0x1' },
  ])
  const refused = order.admit(admissionOf('defaulter'))
  await turn()
  begun[0]?.answer({ kind: 'refused', reason: 'insufficient_funds' })
  await refused
  for (const payer of ['attacker', 'defaulter', 'unpaid']) void order.admit(admissionOf(payer))
  await turn()
  expect(payers()).toEqual(['defaulter', 'attacker'])
})

it('refuses unknown payers beyond the length of the queue, and still lets known ones pass', async () => {
  const { order, payers } = openOrder(1)
  order.learn(authorizationOf('buyer'), settled('buyer'))
  for (let number = 0; number < 1_001; number += 1) void order.admit(admissionOf(`attacker ${number}`))
  await expect(order.admit(admissionOf('one more'))).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  void order.admit(admissionOf('buyer'))
  await turn()
  expect(payers()).toEqual(expect.arrayContaining(['buyer']))
})

it('looks up one payment of an unknown payer, and lets its others follow together once the money is there', async () => {
  const { order, begun, payers } = openOrder(8)
  for (let number = 0; number < 50; number += 1) void order.admit(admissionOf('newcomer'))
  await turn()
  expect(payers()).toEqual(['newcomer'])
  begun[0]?.answer({ kind: 'admitted' })
  await turn()
  expect(payers()).toHaveLength(50)
})

it('looks up the payments of a payer without money one by one', async () => {
  const { order, begun, payers } = openOrder(8)
  for (let number = 0; number < 50; number += 1) void order.admit(admissionOf('attacker'))
  for (let number = 0; number < 3; number += 1) {
    await turn()
    expect(payers()).toHaveLength(number + 1)
    begun[number]?.answer({ kind: 'refused', reason: 'insufficient_funds' })
  }
})

it('holds no more waiting payments of one payer than its queue is long', async () => {
  const { order } = openOrder(8)
  for (let number = 0; number < 1_001; number += 1) void order.admit(admissionOf('attacker'))
  await expect(order.admit(admissionOf('attacker'))).rejects.toMatchObject({ code: 'QUEUE_FULL' })
})
