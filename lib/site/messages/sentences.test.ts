import { describe, expect, it } from 'vitest'
import english from '@/lib/base/sentences/en.json' with { type: 'json' }
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import { mark, type Sentence } from '@/lib/base/sentences/sentence'
import { inWords } from './in-words'
import { translateIn } from './translate'

const [inEn, inDe] = [translateIn('en', 'sentences'), translateIn('de', 'sentences')]

function textsOf(branch: object, path = ''): [key: string, text: string][] {
  return Object.entries(branch).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text] as [string, string]] : textsOf(text, `${path}${name}.`),
  )
}

/** Fills each place with 12,345. */
const filled = ([key, text]: [string, string]): Sentence => ({
  key,
  details: Object.fromEntries([...text.matchAll(/\{(\w+)[^}]*\}/g)].map(([, name = '']) => [name, 12_345])),
  [mark]: true,
})

describe('a sentence', () => {
  it('has the same words for programs as on English pages, whichever it is', () => {
    const sentences = textsOf(english).map(filled)
    expect(sentences.length).toBeGreaterThan(300)
    for (const sentence of sentences) expect(inEnglish(sentence)).toBe(inWords(inEn, sentence))
    expect(sentences.map(inEnglish).filter((text) => /[{}]/.test(text))).toEqual([])
  })

  it('may stand within another, which is in the same language', () => {
    const why = say('documentUnreadableThere')
    expect(inEnglish(say('documentElsewhere', { why }))).toBe(
      'That address could not be read. Paste the document instead.',
    )
    expect(inWords(inDe, say('refundNotRecorded', { why: say('refundOlder') }))).toBe(
      'Die Transaktion ist älter als die Zahlung. Die Rückzahlung ist nicht eingetragen.',
    )
  })

  it('counts as its language does', () => {
    const quota = say('quota', { allowed: 10_000, things: say('quotaOf.routes') })
    expect(inEnglish(quota)).toContain('10,000 routes')
    expect(inWords(inDe, quota)).toContain('10.000')
  })

  it('repeats what people wrote to the letter, whatever it looks like', () => {
    const title = "{title} it's <b>'{'</b> {count, number} 〈'〉"
    expect(inEnglish(say('pathParameterTwice', { name: title }))).toBe(`The parameter “${title}” appears twice.`)
    expect(inWords(inDe, say('pathParameterTwice', { name: title }))).toContain(title)
  })
})
