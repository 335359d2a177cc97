import { describe, expect, it } from 'vitest'
import { accessInWords } from './access'

describe('how long a purchase lasts', () => {
  it.each([
    [{ kind: 'once' } as const, 'This one request'],
    [{ kind: 'kept' } as const, 'For good, with the wallet that pays'],
    [{ kind: 'lifetime', seconds: 86_400 } as const, '1 day, with the wallet that pays'],
    [{ kind: 'lifetime', seconds: 7_200 } as const, '2 hours, with the wallet that pays'],
    [{ kind: 'lifetime', seconds: 90 } as const, '90 seconds, with the wallet that pays'],
  ])('%o reads "%s"', (access, words) => {
    expect(accessInWords(access)).toBe(words)
  })
})
