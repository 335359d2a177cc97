import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('offers every scope that a key can have, and no other', () => {
  const read = (file: string) => readFileSync(file, 'utf8')
  const known = [...read('lib/sellers/keys/scopes.ts').matchAll(/'(\w+:\w+)'/g)].map(([, scope]) => scope)
  const offered = [...read('app/(site)/dashboard/_components/key-form.tsx').matchAll(/'(\w+:\w+)'/g)]
  expect(offered.map(([, scope]) => scope).sort()).toEqual(known.sort())
  expect(known).toContain('refunds:write')
})
