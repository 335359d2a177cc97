import { describe, expect, it } from 'vitest'
import { editDistance } from '@/lib/base/infra/edit-distance'
import { cleanObject, cutText } from '../entry/sanitise'
import { fingerprintProse } from '../ingest/prose'
import { buildConcepts } from './concepts'
import { documentWords, toTsvector } from './document-words'
import { thesaurus } from './thesaurus/thesaurus'
import { isStopWord, splitWords, stem } from './tokenize'
import { nearestWords } from './vocabulary'

describe('words', () => {
  it.each([
    ['getTokenPrice', ['get', 'token', 'price']],
    ['OHLCVData', ['ohlcv', 'data']],
    ['shorten URLs', ['shorten', 'urls']],
    ['Cotação de ações', ['cotacao', 'de', 'acoes']],
    ["someone's contact", ['someone', 'contact']],
    ['天气预报', ['天气', '气预', '预报']],
    ['fear-greed_index/v1', ['fear', 'greed', 'index', 'v1']],
    ['pay\u200bpal', ['paypal']],
  ])('cuts %j', (text, words) => expect(splitWords(text)).toEqual(words))

  it('gives one stem to forms of a word, and not to unlike words', () => {
    expect(stem('generation')).toBe(stem('generate'))
    expect(stem('accessibility')).not.toBe(stem('access'))
    expect(stem('publications')).not.toBe(stem('public'))
  })

  it('leaves out those that mean nothing in a search', () => {
    expect(splitWords('the weather of a city').filter((word) => !isStopWord(word))).toEqual(['weather', 'city'])
  })
})

describe('typos', () => {
  it.each([
    ['imgae', 'image', 1],
    ['gread', 'greed', 1],
    ['criptocurrency', 'cryptocurrency', 1],
    ['weather', 'whether', 2],
    ['pizza', 'price', 3],
  ])('counts slips from %s to %s', (a, b, slips) => expect(Math.min(editDistance(a, b, 2), 3)).toBe(slips))

  it('does not take an unknown word for a far one', () => {
    expect(nearestWords('captcha', [['capture', 50]])).toEqual([])
    expect(
      nearestWords('pizza', [
        ['piazzas', 3],
        ['price', 90],
      ]),
    ).toEqual([])
  })
})

const labels = (topic: string) => buildConcepts(topic, thesaurus).map(({ label }) => label)

it('concepts finds the longest known phrases, also around stop words', () => {
  expect(labels('speech to text for a podcast')).toEqual(['speech text', 'podcast'])
  expect(labels('generate an image')).toEqual(['generate image'])
})

describe('documents', () => {
  const entry = {
    resource: 'https://api.example.org/v1/0x1C1Ee78b938Af5333D3a99BF659e9aa771d8A8D5/weather',
    host: 'api.example.org',
    toolName: null,
    name: null,
    serviceName: null,
    tags: [],
    description: "it's <b>'quoted'</b> \\ weather ".repeat(300),
    input: null,
    output: null,
    metadata: {},
  }

  it('are tsvectors that PostgreSQL can read, bounded however long the prose is', () => {
    const text = toTsvector(documentWords(entry))
    expect(text).not.toContain('\\')
    expect(text.length).toBeLessThan(20_000)
    expect(text).toMatch(/'weather':/)
    expect(text).not.toContain('1c1ee')
  })

  it('leave boilerplate prose out', () => {
    expect(documentWords(entry, { isBoilerplate: true }).positions.has(stem('quoted'))).toBe(false)
  })
})

describe('prose', () => {
  const text = 'Get current weather conditions for any city worldwide with temperature and humidity'

  it('is recognised when copied with a word changed, and not when merely on the same topic', () => {
    const sketch = new Set(fingerprintProse(text).sketch)
    const shareOf = (other: string) =>
      fingerprintProse(other).sketch.filter((value) => sketch.has(value)).length / sketch.size
    expect(shareOf(`${text} instantly`)).toBeGreaterThan(0.5)
    expect(shareOf('Hourly forecast of rain and wind for European cities by postal code')).toBeLessThan(0.3)
  })

  it('is stuffed when it repeats itself, and not when it is merely long', () => {
    expect(fingerprintProse('best weather, '.repeat(10)).isStuffed).toBe(true)
    expect(
      fingerprintProse(
        `${text}. The answer names the station, the time of the reading and its source, in metric units or in imperial ones if you ask.`,
      ).isStuffed,
    ).toBe(false)
  })
})

describe('hostile text and JSON', () => {
  it.each([
    ['a\u0000b\u0007c', 'a b c'],
    ['pay \u202eeno\u202c', 'pay eno'],
    ['x\ud800y', 'xy'],
    ['\u200b\u2060', null],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('cleans %j', (dirty, clean) => expect(cutText(dirty, 100)).toBe(clean))

  it('drops JSON that is too deep or too large, and keys that mean something to objects', () => {
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 50; level += 1) deep = { deep }
    expect(cleanObject(deep)).toBeNull()
    expect(
      cleanObject(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, index]))),
    ).toBeNull()
    expect(cleanObject(JSON.parse('{"__proto__":{"x":1},"constructor":2,"ok":3}'))).toEqual({ ok: 3 })
    expect(cleanObject([1])).toBeNull()
  })
})
