import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

const MOST_BYTES = 300_000
const MOST_BYTES_IN_ALL = 1_500_000
const folder = 'docs/pictures'
const readme = readFileSync('README.md', 'utf8')
const named = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path)

it('shows pictures that exist, are small, and are there for both themes', () => {
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  expect(named.filter((path) => statSync(path).size > MOST_BYTES)).toEqual([])
  const light = named.filter((path) => path.includes('-light.'))
  const dark = named.filter((path) => path.includes('-dark.'))
  expect(dark).toEqual(light.map((path) => path.replace('-light.', '-dark.')))
  expect([...light, ...dark].toSorted()).toEqual(named.toSorted())
})

it('keeps no picture that it does not show, and all of them under 1.5 MB', () => {
  const kept = readdirSync(folder).map((name) => `${folder}/${name}`)
  expect(kept.toSorted()).toEqual(named.toSorted())
  expect(kept.reduce((total, path) => total + statSync(path).size, 0)).toBeLessThan(MOST_BYTES_IN_ALL)
})

it('says in words what each picture shows', () => {
  const texts = [...readme.matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, text = '']) => text)
  expect(texts).toHaveLength(named.length / 2)
  expect(texts.filter((text) => text.length < 20)).toEqual([])
})
