import { expect, it } from 'vitest'
import { loadGoods } from './load-goods'

it('loads no goods where this is no demo', async () => {
  expect(await loadGoods({ isDemo: false })).toBeNull()
})
