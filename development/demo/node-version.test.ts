import { expect, test } from 'vitest'
import { nodeVersionProblem } from './node-version'

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('takes Node.js %s', (version) => {
  expect(nodeVersionProblem(version)).toBeNull()
})

test.each(['18.20.8', '20.18.3', '16.0.0'])('refuses Node.js %s in one sentence', (version) => {
  expect(nodeVersionProblem(version)).toMatch(
    /^Turnpike needs Node\.js 20\.19 or newer, and this is [\d.]+: install [^\n]+$/,
  )
})
