import { describe, expect, it } from 'vitest'
import { draftKey, findDraft, keepDraft } from './kept-draft'

const key = draftKey('papers', 'new article')
const draft = { at: 1, version: 'v1', texts: { title: ['Tolls'], isTool: ['yes'], 'price.networks': [] } }

function memory(items: Record<string, string> = {}) {
  const kept = new Map(Object.entries(items))
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

describe('a draft in the browser', () => {
  it('is found again under its own key alone', () => {
    const store = memory()
    expect(keepDraft(store, key, draft)).toBe(true)
    expect(findDraft(store, key)).toEqual(draft)
    expect(findDraft(store, draftKey('other', 'new article'))).toBeNull()
  })

  it.each([
    '',
    '{',
    '1',
    '[]',
    '{"at":1}',
    '{"at":1,"texts":[1]}',
    '{"at":"x","texts":{}}',
    '{"at":1,"texts":{"a":[{}]}}',
  ])('is none where %j is kept', (text) => expect(findDraft(memory({ [key]: text }), key)).toBeNull())

  it('is not kept beyond what a browser holds, nor where there is no room', () => {
    const long = { at: 1, version: 'v1', texts: { body: ['x'.repeat(1_000_001)] } }
    expect(keepDraft(memory(), key, long)).toBe(false)
    const full = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(keepDraft(full, key, draft)).toBe(false)
  })
})
