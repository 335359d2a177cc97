import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a server with a wrong environment says so in one sentence and ends', () => {
  const start = "import('./lib/site/compose/start-server.ts').then(({ startOrEnd }) => startOrEnd())"
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--eval', start], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike',
      TURNPIKE_SECRET: 'a'.repeat(32),
      SITE_ACCENT_COLOR: 'zzz',
    },
    encoding: 'utf8',
  })
  expect(stderr).toBe(
    'Turnpike cannot start: SITE_ACCENT_COLOR must be a colour as # and six hex digits, such as #14407f.\n',
  )
  expect(status).toBe(1)
})
