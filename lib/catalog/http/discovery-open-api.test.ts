import { expect, test } from 'vitest'
import { listParameters } from '../browse/list-entries'
import { searchParameters } from '../search/search-entries'
import { discoveryOpenApi, listQuery, searchQuery } from './discovery-open-api'

test('describes exactly the parameters that list and search take', () => {
  expect(Object.keys(listQuery).sort()).toEqual(Object.keys(listParameters.shape).sort())
  expect(Object.keys(searchQuery).sort()).toEqual(Object.keys(searchParameters.shape).sort())
})

test('is plain JSON under the address that serves it', () => {
  const document = discoveryOpenApi('https://shop.example.org/facilitator/discovery')
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  expect(Object.keys(document.paths)).toEqual(['/resources', '/search', '/probe', '/validate', '/owner', '/events'])
})
