import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('./fonts.css', import.meta.url), 'utf8')
const served = [...css.matchAll(/url\("(\/fonts\/[^"]+)"\)/g)].map(([, path]) => path ?? '')
const root = new URL('../../../', import.meta.url)

it('the fonts that we serve are two weights of three faces, and one italic for reading', () => {
  expect(served).toHaveLength(7)
})

it.each(served)('%s is the file of the npm package', (path) => {
  const family = basename(path).replace(/-latin-.*/, '')
  const ours = readFileSync(new URL(`public${path}`, root))
  const theirs = readFileSync(new URL(`node_modules/@fontsource/${family}/files/${basename(path)}`, root))
  expect(ours.equals(theirs)).toBe(true)
})

it('the fonts that we serve come from this server alone', () => {
  expect(css).not.toMatch(/https?:/)
})
