import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from './accent-styles'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
)

const texts: [text: string, ground: string][] = [
  ['ink', 'paper'],
  ['ink', 'sheet'],
  ['ink', 'shade'],
  ['quiet', 'paper'],
  ['quiet', 'sheet'],
  ['quiet', 'shade'],
  ['accent', 'paper'],
  ['accent', 'sheet'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['refused', 'paper'],
  ...['settled', 'waiting', 'refused', 'test'].flatMap((state): [string, string][] => [
    [state, `${state}-tint`],
    ['ink', `${state}-tint`],
  ]),
]

describe('contrast', () => {
  it.each(texts)('keeps %s on %s at 7:1 or more in both themes', (text, ground) => {
    for (const theme of ['light', 'dark'] as const) {
      expect(contrast(colour(text, theme), colour(ground, theme)), theme).toBeGreaterThanOrEqual(7)
    }
  })

  it.each(['paper', 'sheet'])('keeps the edge of a control on %s visible', (ground) => {
    for (const theme of ['light', 'dark'] as const) {
      expect(contrast(colour('edge', theme), colour(ground, theme)), theme).toBeGreaterThanOrEqual(3)
    }
  })
})

function colour(name: string, theme: 'light' | 'dark'): string {
  const value = tokens.get(name)?.[theme]
  if (!value) throw new Error(`tokens.css has no colour named ${name}.`)
  return value
}
