import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileContracts } from './compile-contracts'
import { artifactsUrl } from './contract-artifacts'

it('compiles the contracts to exactly the bytes that are committed', () => {
  expect(compileContracts()).toBe(readFileSync(artifactsUrl, 'utf8'))
})
