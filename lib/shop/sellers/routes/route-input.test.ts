import { expect, it } from 'vitest'
import { parseInput } from '../input-refused-error'
import { discoveryInput } from './route-input'

it('keeps each tag once, as it was first written, composed', () => {
  const tags = ['Cafe\u0301', 'b', 'caf\u00e9', 'B ', 'c']
  expect(parseInput(discoveryInput, { isListed: false, tags })).toEqual({
    isListed: false,
    tags: ['Caf\u00e9', 'b', 'c'],
  })
})
