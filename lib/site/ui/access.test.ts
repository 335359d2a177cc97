import { describe, expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { accessInWords } from './access'

describe('how long a purchase lasts', () => {
  it.each([
    [{ kind: 'once' } as const, 'This one request', 'Für diesen einen Aufruf'],
    [{ kind: 'kept' } as const, 'Permanently, with the wallet that pays', 'Dauerhaft, mit der Wallet, die zahlt'],
    [
      { kind: 'again' } as const,
      'The same call again, free, with the wallet that pays',
      'Derselbe Aufruf erneut, kostenlos, mit der Wallet, die zahlt',
    ],
    [
      { kind: 'lifetime', seconds: 86_400 } as const,
      '1 day, with the wallet that pays',
      '1 Tag, mit der Wallet, die zahlt',
    ],
    [
      { kind: 'lifetime', seconds: 7_200 } as const,
      '2 hours, with the wallet that pays',
      '2 Stunden, mit der Wallet, die zahlt',
    ],
    [
      { kind: 'lifetime', seconds: 90 } as const,
      '90 seconds, with the wallet that pays',
      '90 Sekunden, mit der Wallet, die zahlt',
    ],
  ])('%o reads "%s"', (access, words, german) => {
    expect(accessInWords(translateIn('en', 'price'), access)).toBe(words)
    expect(accessInWords(translateIn('de', 'price'), access)).toBe(german)
  })
})
