import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { confirmed } from '@/development/testing/sign-in-proofs'
import { createTestSeller } from '@/development/testing/test-seller'
import { authenticateKey, createKey, listKeys } from './keys'

const site = await openTestSite()
const context = site.application.sellers

it('refuses a key after its end, and shows the end before', async () => {
  const { actor, wallet } = await createTestSeller(site)
  const expiresAt = new Date(Date.now() + 60_000)
  const input = { name: 'A while', scopes: ['routes:read'], expiresAt: expiresAt.toISOString() }
  const { secret, keyId } = await confirmed(wallet, (proof) => createKey(context, actor, input, proof))
  const at = (ms: number) => authenticateKey({ ...context, clock: () => new Date(expiresAt.getTime() + ms) }, secret)
  expect([(await at(-1))?.keyId, await at(0)]).toEqual([keyId, null])
  expect(await listKeys(context, actor)).toMatchObject([{ keyId, expiresAt }])
})

it.each([
  ['2020-01-01T00:00:00Z', 'This time is over.'],
  ['tomorrow', 'Write a time such as 2027-01-31T00:00:00Z.'],
])('makes no key that ends at %s', async (expiresAt, message) => {
  const { actor } = await createTestSeller(site)
  const input = { name: 'A key', scopes: ['routes:read'], expiresAt }
  await expect(createKey(context, actor, input)).rejects.toThrow(message)
})
