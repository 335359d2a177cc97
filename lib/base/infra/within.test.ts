import { expect, it } from 'vitest'
import { within } from './within'

it('answers with what the work comes to, and passes its failure on', async () => {
  expect(await within(60_000, Promise.resolve('done'))).toBe('done')
  await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

it('answers null when the work takes longer', async () => {
  expect(await within(5, new Promise(() => {}))).toBeNull()
})
