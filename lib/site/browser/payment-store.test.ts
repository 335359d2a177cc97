import { expect, it } from 'vitest'
import { forgetExpired } from './payment-store'
import { paymentKeyOf } from './purchase'
import { memoryStorage } from './storage'

const keyOf = (url: string) => paymentKeyOf({ url, method: 'GET' })

it('forgets lapsed payments and unreadable values, and no other keys', () => {
  const store = memoryStorage()
  store.setItem(keyOf('/over'), JSON.stringify({ keptUntil: 1_000 }))
  store.setItem(keyOf('/garbled'), '{')
  store.setItem(keyOf('/timeless'), '{}')
  store.setItem(keyOf('/open'), JSON.stringify({ keptUntil: 1_001 }))
  store.setItem('another key', '{')
  forgetExpired(store, 1_000)
  expect([store.key(0), store.key(1), store.length]).toEqual([keyOf('/open'), 'another key', 2])
})
