import { expect, it } from 'vitest'
import { createStandIns } from './stand-in'

// A framework in the same process may have put a class of its own over the web's, as Hono's server does.
it.each([
  ['the web’s own', Request],
  ['one that extends it', class extends Request {}],
])('passes for a request of a class that is %s', async (_, kind) => {
  const own = { method: ({ verb }: { verb: string }) => verb, text: () => Promise.resolve('told') }
  const make = ({ verb }: { verb: string }) => new kind('http://localhost/whole', { method: verb })
  const one = createStandIns<{ verb: string }, Request>('of a test', kind, own, make).make({ verb: 'PUT' })
  expect([one instanceof Request, one.method, await one.text()]).toEqual([true, 'PUT', 'told'])
  expect([one.url, one.clone().method, one.method]).toEqual(['http://localhost/whole', 'PUT', 'PUT'])
})
