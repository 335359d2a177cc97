import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

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

/** WCAG 2.2: (lighter + 0.05) / (darker + 0.05) of the relative luminances. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
