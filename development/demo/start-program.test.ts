import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'

/** The server's message when it cannot listen. */
function wordsOf(settings: Record<string, string>): [number | null, string] {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, ...settings }
  const { status, stderr } = spawnSync(process.execPath, ['bin/start.mjs', '--dev'], { env, encoding: 'utf8' })
  return [status, stderr]
}

it('says in one sentence that a port is no port, is taken, or that an address is not of this machine', async () => {
  expect(wordsOf({ PORT: '99999' })).toEqual([
    1,
    'Turnpike cannot start: PORT must be a whole number from 0 to 65535.\n',
  ])
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const [status, words] = wordsOf({ PORT: String(port), HOSTNAME: '127.0.0.1' })
  expect([status, words]).toEqual([
    1,
    `Turnpike cannot start: port ${port} of 127.0.0.1 is taken by another program; stop it, or set PORT to a free one.\n`,
  ])
  other.close()
  expect(wordsOf({ PORT: '0', HOSTNAME: '192.0.2.1' })[1]).toContain('which is no address of this machine')
})
