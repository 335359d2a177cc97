import { expect, it } from 'vitest'
import { buildConcepts } from './concepts'
import { buildThesaurus, phraseKey } from './thesaurus/thesaurus'

const table = buildThesaurus([
  'password/account + leaked/stolen > breach check',
  'account + bank > statement',
  'who + owns > registry',
])
const concepts = (topic: string) =>
  buildConcepts(topic, table).map(({ label, alternatives }) => ({
    label,
    others: alternatives.filter(({ via }) => via === 'synonym').map(({ stems }) => phraseKey(stems)),
  }))

it('finds what words mean together, in any order and with anything between them', () => {
  expect(concepts('was my password stolen')).toEqual([
    { label: 'password', others: ['breach check'] },
    { label: 'stolen', others: ['breach check'] },
  ])
  expect(concepts('a stolen blue account')).toEqual([
    { label: 'stolen', others: ['breach check'] },
    { label: 'blue', others: [] },
    { label: 'account', others: ['breach check'] },
  ])
})

it('takes no word of one group only', () => {
  expect(concepts('my password and my account').flatMap(({ others }) => others)).toEqual([])
})

it('leaves a phrase that is known to its own synonyms', () => {
  const known = buildThesaurus(['gas price > gas fee', 'gas + price > oracle'])
  const [concept, ...others] = buildConcepts('gas price', known)
  expect(concept?.alternatives.map(({ stems }) => phraseKey(stems))).not.toContain('oracl')
  expect(others).toEqual([])
})
