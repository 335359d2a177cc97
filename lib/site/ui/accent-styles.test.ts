import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accentGrounds, accentStyles, accentsOf, contrast } from './accent-styles'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('can be read in both themes, whatever the colour', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      for (const [theme, accent] of Object.entries(accentsOf(colour))) {
        for (const ground of accentGrounds[theme as 'light' | 'dark']) {
          expect(contrast(accent.accent, ground)).toBeGreaterThanOrEqual(7)
          expect(contrast(accent.accentStrong, ground)).toBeGreaterThanOrEqual(7)
        }
        expect(contrast(accent.onAccent, accent.accent)).toBeGreaterThanOrEqual(7)
        expect(contrast(accent.onAccent, accent.accentStrong)).toBeGreaterThanOrEqual(7)
      }
    }),
  )
})

it('leaves a colour alone that can be read already', () => {
  expect(accentsOf('#14407f').light.accent).toBe('#14407f')
  expect(accentsOf('#a8c8ff').dark.accent).toBe('#a8c8ff')
  expect(accentStyles('#14407f')).toContain('--accent: light-dark(#14407f, #')
})

it('knows the grounds that the style sheet has', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  const pairs = ['paper', 'sheet', 'shade'].map((name) =>
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)?.slice(1),
  )
  expect(pairs).toEqual(accentGrounds.light.map((light, at) => [light, accentGrounds.dark[at]]))
})
