import { expect, it } from 'vitest'
import { createDepositMemory } from './deposit-memory'

const ID = '0xABc1'

function openMemory() {
  const clock = { seconds: 0 }
  return { clock, ...createDepositMemory(() => clock.seconds * 1000) }
}

it('counts a deposit until its channel is known to hold it', async () => {
  const { storage, note, onTheWay } = openMemory()
  await storage.set(ID, { balance: '100' })
  note(ID, 50n, 60)
  note(ID, 70n, 60)
  expect(onTheWay(ID.toLowerCase())).toBe(120n)
  await storage.set(ID, { balance: '150' })
  expect(onTheWay(ID)).toBe(70n)
  await storage.set(ID, { balance: '220' })
  expect(onTheWay(ID)).toBe(0n)
  // What a seller has told, and the chain denies.
  await storage.set(ID, { balance: '0' })
  expect(onTheWay(ID)).toBe(120n)
})

it('has the chain asked once a deposit that no seller told of has lapsed', async () => {
  const { clock, storage, note, onTheWay } = openMemory()
  await storage.set(ID, { balance: '0' })
  note(ID, 50n, 60)
  clock.seconds = 119
  expect([await storage.get(ID), onTheWay(ID)]).toEqual([{ balance: '0' }, 50n])
  clock.seconds = 120
  expect([await storage.get(ID), onTheWay(ID)]).toEqual([undefined, 0n])
})

it('forgets what came into a channel with the channel, and nothing else', async () => {
  const { storage, note, onTheWay } = openMemory()
  note(ID, 50n, 60)
  await storage.set(ID, { balance: '50' })
  note(ID, 30n, 60)
  await storage.delete(ID)
  expect([await storage.get(ID), onTheWay(ID)]).toEqual([undefined, 30n])
})
