import { expect, test } from 'vitest'
import { dropSearch, findKept, keepSearch, parseKept } from './kept-searches'

function storeWith(text: string | null) {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value
    },
  }
}

const weather = { address: '/bazaar?query=weather', words: 'weather' }
const tools = { address: '/bazaar?type=mcp', words: 'MCP tools' }

test('keeps a search once, the newest first, and lets it go', () => {
  const store = storeWith(null)
  keepSearch(store, weather)
  keepSearch(store, tools)
  keepSearch(store, weather)
  expect(findKept(store)).toEqual([weather, tools])
  dropSearch(store, weather.address)
  expect(findKept(store)).toEqual([tools])
})

test('keeps fifty', () => {
  const store = storeWith(null)
  for (let number = 0; number <= 50; number += 1) {
    keepSearch(store, { address: `/bazaar?query=${number}`, words: String(number) })
  }
  const kept = findKept(store)
  expect([kept.length, kept[0]?.words, kept.at(-1)?.words]).toEqual([50, '50', '1'])
})

test.each([
  null,
  '',
  '{',
  '{}',
  'null',
  '[null, 1, {}]',
  JSON.stringify([{ address: 'javascript:alert(1)', words: 'x' }]),
  JSON.stringify([{ address: '//evil.example/bazaar?', words: 'x' }]),
  JSON.stringify([{ address: '/bazaar?query=x', words: 1 }]),
])('takes %j for nothing kept', (text) => {
  expect(parseKept(text)).toEqual([])
})
