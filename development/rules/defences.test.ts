import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invariantDefences, offs, stateDefences } from './defences'

const countIn = (file: string, text: string) => readFileSync(file, 'utf8').split(text).length - 1

test('each defence has the test that is named for it, and is switched off by a text that stands once', () => {
  const named = [...invariantDefences, ...stateDefences]
  expect(invariantDefences.map(([id]) => id)).toEqual(Array.from({ length: 30 }, (_, at) => `S-${at + 1}`))
  expect(named.filter(([, file, name]) => countIn(`${file}.test.ts`, name) === 0)).toEqual([])
  expect(Object.keys(offs).toSorted()).toEqual(named.map(([id]) => id).toSorted())
  const changes = Object.values(offs).flat()
  expect(changes.filter(([file, text]) => countIn(`${file}.ts`, text) !== 1)).toEqual([])
})
