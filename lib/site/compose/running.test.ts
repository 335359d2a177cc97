import { afterEach, expect, it } from 'vitest'
import type { OpenBazaar } from './open-bazaar'
import { running, setRunning } from './running'

afterEach(() => setRunning({}))

it('gives each endpoint its own product, and says which one was not opened', () => {
  const bazaar = {} as OpenBazaar // Stands for one that runs.
  setRunning({ bazaar })
  expect(running('bazaar')).toBe(bazaar)
  expect(() => running('facilitator')).toThrow('opened its facilitator')
})
