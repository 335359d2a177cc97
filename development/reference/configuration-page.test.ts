import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { configurationPage } from './configuration-page'
import { describeServerVariables } from './describe-variables'

const facts = describeServerVariables()

const written = readFileSync('docs/configuration.md', 'utf8')

test('docs/configuration.md is what the schema says now; else run: npx tsx development/reference/main.ts', () => {
  expect(written).toBe(configurationPage(facts, written))
})

test('knows of each variable whether it is required, its default and its form', () => {
  const of = (wanted: string) => facts.find(({ name }) => name === wanted)
  expect(of('TURNPIKE_SECRET')).toMatchObject({ isRequired: true, standard: null })
  expect(of('TRUSTED_PROXIES')).toEqual({
    ...{ name: 'TRUSTED_PROXIES', isRequired: false, standard: '0', form: 'must be a whole number from 0 to 9' },
  })
  expect(of('PUBLIC_ORIGIN')).toMatchObject({ standard: 'http://localhost:4021' })
})

test('gives every variable a meaning', () => {
  for (const { name } of facts) expect(written).toMatch(new RegExp(`## \`${name}\`\\n\\n(?!Default:)`))
})
