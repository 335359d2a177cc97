import { expect, it } from 'vitest'
import { listKept } from '@/lib/compose/list-kept'
import { translateIn } from '@/lib/messages/translate'
import { translateSentence } from '@/lib/messages/translate-sentence'

const [english, german] = [translateIn('en', 'sentences'), translateIn('de', 'sentences')]

it('has words for all data that is kept, and for how long', () => {
  const retention = { unstartedHours: 1, unpaidDays: 1, answersHours: 2, transactionsDays: 30, webhooksDays: 1 }
  const words = listKept(retention).flatMap(({ what, kept }) => [what, kept])
  expect(words.filter((each) => translateSentence(german, each) === each)).toEqual([])
  for (const each of words) expect(translateSentence(english, each)).toBe(each)
})
