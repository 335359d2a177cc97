import { expect, it } from 'vitest'
import { createSlotClock, SLOT_MS } from './slot-clock'

const start = 1_000_000
const clockAt = (time: { now: number }, origin = { slot: 1000, unixMs: start }) =>
  createSlotClock(origin, () => time.now)

it('the slot clock never goes back, even when the wall clock does', () => {
  const time = { now: start + 10 * SLOT_MS }
  const clock = clockAt(time)
  expect(clock.slot()).toBe(1010n)
  time.now = start
  expect(clock.slot()).toBe(1010n)
})

it('honours a block hash for 150 slots and not for 151', () => {
  const time = { now: start }
  const clock = clockAt(time)
  const hash = clock.latestBlockhash()
  time.now += 150 * SLOT_MS
  expect(clock.slotOf(hash)).toBe(1000n)
  time.now += SLOT_MS
  expect(clock.slotOf(hash)).toBeNull()
})

it('honours after a restart what it handed out before', () => {
  const time = { now: start + 5 * SLOT_MS }
  const hash = clockAt(time).latestBlockhash()
  time.now += 100 * SLOT_MS
  expect(clockAt(time).slotOf(hash)).toBe(1005n)
  time.now += 1_000_000 * SLOT_MS
  expect(clockAt(time).slotOf(hash)).toBeNull()
})
