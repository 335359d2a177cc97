import { randomUUID } from 'node:crypto'
import { version } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readHolder } from './create-facilitator-http'

const named = (holder?: string) =>
  new Request('http://a.example', holder ? { headers: { 'payment-holder': holder } } : {})
const holderOf = (holder?: string) => readHolder(named(holder)).holder

describe('the holder that a caller over HTTP names', () => {
  const one = randomUUID()

  it('is the same in any spelling, and another for each UUID', () => {
    expect(holderOf(one.toUpperCase())).toBe(holderOf(one))
    expect(holderOf(randomUUID())).not.toBe(holderOf(one))
  })

  it('is none that this process gives: not the UUID itself, and of another version', () => {
    expect(holderOf(one)).not.toBe(one)
    expect(version(holderOf(one) ?? '')).toBe(5)
  })

  it('may be left out, and is refused where it is no UUID', () => {
    expect(holderOf()).toBeUndefined()
    const problem = expect.objectContaining({ code: 'HEADER_INVALID' })
    expect(() => holderOf('me')).toThrow(expect.objectContaining({ problem }))
  })
})
