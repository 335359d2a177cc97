import { expect, it } from 'vitest'
import { matchTemplate } from './match-template'

it.each([
  ['/users/:userId', '/users/a%20b', { userId: 'a b' }],
  ['/{network}/fixed', '/eip155%3A8453/fixed', { network: 'eip155:8453' }],
  ['/fixed', '/fixed', {}],
  ['/users/:userId', '/users/', null],
  ['/users/:userId', '/users/1/', null],
  ['/users/:userId', '/Users/1', null],
  ['/users/:userId', '/users/%E0%A4', null],
])('%s and %s', (template, path, values) => {
  expect(matchTemplate(template, path)).toEqual(values)
})
