import { expect, it } from 'vitest'
import { FacilitatorUnreachableError, isFacilitatorUnreachable } from './ports'

it('knows an outage also from another copy of this module', () => {
  const other = class FacilitatorUnreachableError extends Error {
    override name = 'FacilitatorUnreachableError'
  }
  expect(isFacilitatorUnreachable(new FacilitatorUnreachableError('gone'))).toBe(true)
  expect(isFacilitatorUnreachable(new other('gone'))).toBe(true)
  expect(isFacilitatorUnreachable(new Error('gone'))).toBe(false)
  expect(isFacilitatorUnreachable(null)).toBe(false)
})
