import { expect, it } from 'vitest'
import { headingOf } from './heading-of'

const listing = { name: null, resource: 'https://tolls.example/v1/rates', description: 'Rates of tolls. By road.' }

it.each([
  ['its name', { ...listing, name: 'Tolls' }, { title: 'Tolls', rest: listing.description }],
  ['the first sentence of its description', listing, { title: 'Rates of tolls', rest: 'By road.' }],
  [
    'a first sentence that asks, with its mark',
    { ...listing, description: 'What should it cost? A way to find out.' },
    { title: 'What should it cost?', rest: 'A way to find out.' },
  ],
  [
    'its description where that is one short sentence',
    { ...listing, description: 'Weather, version 1.5 of the data' },
    { title: 'Weather, version 1.5 of the data', rest: null },
  ],
  [
    'its address where the sentence is long',
    { ...listing, description: 'x'.repeat(73) },
    { title: 'tolls.example/v1/rates', rest: 'x'.repeat(73) },
  ],
  [
    'its address where it has no description',
    { ...listing, description: '  ' },
    { title: 'tolls.example/v1/rates', rest: null },
  ],
])('a listing goes by %s', (_what, given, heading) => {
  expect(headingOf(given)).toEqual(heading)
})
