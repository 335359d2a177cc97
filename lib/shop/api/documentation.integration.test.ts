import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestKey, createTestSeller } from '@/development/testing/test-seller'
import { keyScopes, sellerScopes } from '../sellers/keys/keys'

const run = promisify(execFile)
const site = await openTestSite()

// The examples name a host that must have a public address, wherever the tests run.
site.application.sellers.resolve = async () => ['93.184.215.14']
const folder = await mkdtemp(join(tmpdir(), 'turnpike-api-'))

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

it('gives examples that do what they say', async () => {
  const document = await readFile('docs/api.md', 'utf8')
  const examples = [...document.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, example]) => example ?? '')
  expect(examples).toHaveLength(4)
  const seller = await createTestSeller(site)
  const { handle } = seller
  const { secret } = await createTestKey(site, seller, { name: 'Examples', scopes: [...sellerScopes] })
  const { PATH } = process.env
  const env = { PATH, TURNPIKE_ORIGIN: site.origin, TURNPIKE_KEY: secret } as unknown as NodeJS.ProcessEnv // Nothing else is needed.
  const printed: string[] = []
  for (const example of examples) {
    const { stdout } = await run('sh', ['-e', '-c', example], { cwd: folder, env })
    printed.push(stdout)
  }
  const [article, file, money, webhooks] = printed
  expect(JSON.parse(article ?? '')).toMatchObject({ state: 'live', url: `${site.origin}/x/${handle}/tolls` })
  expect(file).toContain('"state":"live"')
  expect(money).toContain('"payments":[]')
  expect(await readFile(join(folder, 'payments.csv'), 'utf8')).toMatch(/^payment_id,claimed_at,status,/)
  expect(webhooks).toContain('whsec_')
  expect((await fetch(`${site.origin}/x/${handle}/tolls`)).status).toBe(402)
})

it('lists every scope', async () => {
  const document = await readFile('docs/api.md', 'utf8')
  for (const scope of keyScopes) expect(document).toContain(`\`${scope}\``)
})
