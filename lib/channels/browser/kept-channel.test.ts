import { describe, expect, it } from 'vitest'
import { memoryStorage } from '@/lib/site/browser/storage'
import {
  brokenLimit,
  channelKeyOf,
  type KeptChannel,
  keepChannel,
  noteOpenCall,
  onDay,
  parseKeptChannel,
  placeIn,
  spentOn,
} from './kept-channel'

const kept: KeptChannel = {
  network: 'eip155:84532',
  payer: '0xAb1',
  sessionKey: '0x2c',
  authorizer: '0x3d',
  limits: { each: '50' },
  day: { date: '2026-11-27', chargedBefore: '0' },
  openAtomic: '10',
  at: 'GET /x/shop/text',
  notes: { balance: '1000', signature: '0x4e' },
}

describe('a channel that a browser stored', () => {
  it('is read, without what it does not need', () => {
    const stored = { ...kept, more: 1, notes: { ...kept.notes, more: 'x' } }
    expect(parseKeptChannel(JSON.stringify(stored))).toEqual(kept)
  })

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['an array', '[]'],
    ['without its key', JSON.stringify({ ...kept, sessionKey: undefined })],
    ['with a key of another form', JSON.stringify({ ...kept, sessionKey: '2c' })],
    ['with a number as its network', JSON.stringify({ ...kept, network: 84532 })],
    ['without notes', JSON.stringify({ ...kept, notes: null })],
    ['with a negative balance', JSON.stringify({ ...kept, notes: { balance: '-1' } })],
    ['with an amount that no token has', JSON.stringify({ ...kept, notes: { balance: '9'.repeat(40) } })],
    ['with a limit that is no amount', JSON.stringify({ ...kept, limits: { day: 'none' } })],
    ['with limits that are none', JSON.stringify({ ...kept, limits: 'none' })],
    ['with a day without its sum', JSON.stringify({ ...kept, day: { date: '2026-11-27' } })],
    ['with an open call of another form', JSON.stringify({ ...kept, openAtomic: 10 })],
    ['with an address at another site', JSON.stringify({ ...kept, at: 'GET https://other.example/' })],
    ['with a signature of another form', JSON.stringify({ ...kept, notes: { signature: 'abc' } })],
  ])('is none that can be used: %s', (_, text) => {
    expect(parseKeptChannel(text)).toBeNull()
  })
})

it('is found by the terms in its name, unless it was moved aside', () => {
  const place = { network: 'eip155:84532', asset: '0xa', payTo: '0xb', receiverAuthorizer: '0xc', delay: 86_400 }
  expect(placeIn(channelKeyOf(place))).toEqual(place)
  expect(placeIn(`${channelKeyOf(place)} 0xd`)).toBeNull()
  expect(placeIn('turnpike-payment GET /x/shop/text ')).toBeNull()
})

it('counts all calls with an open outcome for the day, and those of the day before no more', () => {
  const today = new Date('2026-11-27T12:00:00')
  const [store, key] = [memoryStorage(), 'turnpike-channel a']
  const stored = () => parseKeptChannel(store.getItem(key)) ?? kept
  const { openAtomic: _, ...none } = kept
  keepChannel(store, key, { ...none, limits: { day: '100' }, notes: { chargedCumulativeAmount: '0' } })
  noteOpenCall(store, key, 60n)
  // Another call is refused, and the first one’s answer is lost still.
  noteOpenCall(store, key, 30n)
  noteOpenCall(store, key, -30n)
  expect([spentOn(stored(), today), brokenLimit(stored(), 50n, today), brokenLimit(stored(), 40n, today)]).toEqual([
    60n,
    'day',
    null,
  ])
  const tomorrow = new Date('2026-11-28T12:00:00')
  expect(brokenLimit(onDay(stored(), tomorrow), 100n, tomorrow)).toBe(null)
  noteOpenCall(store, key, -60n)
  expect(stored()).not.toHaveProperty('openAtomic')
})
