import { expect, test } from 'vitest'
import { createShares } from './limits'

test('gives each caller its share, and all of them together what there is', () => {
  const shares = createShares({ total: 3, perCaller: 2 })
  const [first] = [shares.take('a'), shares.take('a')]
  expect(shares.take('a')).toBeNull()
  expect(shares.take('b')).not.toBeNull()
  expect(shares.take('c')).toBeNull()
  first?.()
  first?.()
  expect(shares.take('c')).not.toBeNull()
  expect(shares.take('a')).toBeNull()
})
