import { describe, expect, it } from 'vitest'
import { titleAndRest } from './title-and-rest'

describe('a heading for a resource', () => {
  it('is the first sentence, and the rest follows', () => {
    expect(titleAndRest('Paying the road. What they found out.', '/x')).toEqual({
      title: 'Paying the road',
      rest: 'What they found out.',
    })
  })

  it('keeps a question mark', () => {
    expect(titleAndRest('What should it cost? A way to find out.', '/x').title).toBe('What should it cost?')
  })

  it('is the whole description when that is one short sentence', () => {
    expect(titleAndRest('Weather, version 1.5 of the data', '/x')).toEqual({
      title: 'Weather, version 1.5 of the data',
    })
  })

  it('is the address when there is no description', () => {
    expect(titleAndRest(undefined, '/weather')).toEqual({ title: '/weather' })
    expect(titleAndRest('  ', '/weather')).toEqual({ title: '/weather' })
  })

  it('is the address when the first sentence would fill the screen', () => {
    const long = 'A'.repeat(200)
    expect(titleAndRest(long, '/weather')).toEqual({ title: '/weather', rest: long })
  })
})
