import { expect, it } from 'vitest'
import { RpcUnreachableError } from '@/lib/base/chains/errors'
import { FacilitatorUnreachableError, isOutage } from './ports'

it('knows an outage also from another copy of this module', () => {
  const other = class FacilitatorUnreachableError extends Error {
    override name = 'FacilitatorUnreachableError'
  }
  expect(isOutage(new FacilitatorUnreachableError('gone'))).toBe(true)
  expect(isOutage(new other('gone'))).toBe(true)
  expect(isOutage(new Error('gone'))).toBe(false)
  expect(isOutage(new RpcUnreachableError('eip155:8453'))).toBe(true)
  expect(isOutage(null)).toBe(false)
})
