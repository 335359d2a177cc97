import { describe, expect, it } from 'vitest'
import { shortenMiddle } from './shorten-middle'

describe('shortenMiddle', () => {
  it('keeps both ends of an address', () => {
    expect(shortenMiddle('0x209693Bc6afc0C5328bA36FaF03C514EF312287C')).toBe('0x209693…12287C')
  })

  it('leaves an id whole when shortening would save nothing', () => {
    expect(shortenMiddle('123456789012345678')).toBe('123456789012345678')
  })
})
