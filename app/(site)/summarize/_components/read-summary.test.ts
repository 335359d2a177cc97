import { expect, it } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { readSummary } from './read-summary'

const t = translateIn('en', 'summarize')
const answer = { summary: 'A toll.', characters: 1300, sentences: { total: 25, kept: 5 }, method: 'extractive' }

it('reads the summary and how much was kept', () => {
  expect(readSummary(t, JSON.stringify(answer))).toEqual({
    summary: 'A toll.',
    extent: '5 of 25 sentences kept, from 1,300 characters.',
  })
})

it.each(['', '{', '{}', '[]', 'null', JSON.stringify({ ...answer, summary: '' })])(
  'leaves %j to be shown as it came',
  (json) => {
    expect(readSummary(t, json)).toBeNull()
  },
)
