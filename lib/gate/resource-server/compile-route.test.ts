import { expect, it } from 'vitest'
import { MAX_RESOURCE_URI_CHARACTERS } from '@/lib/base/x402/resource-uri'
import { compileRoute } from './compile-route'

const gate = { publicOrigin: 'https://shop.example', schemes: {} }

/** An auth-only route whose rights are kept under that address. */
const compile = (resourceUri: string) =>
  compileRoute(
    gate as never,
    'GET /mine',
    { accepts: [], extensions: { 'sign-in-with-x': { network: 'eip155:84532', resourceUri } } },
    () => new Response(),
  )

it('takes no address for its rights that they could not be kept under', async () => {
  const longest = 'https://shop.example/'.padEnd(MAX_RESOURCE_URI_CHARACTERS, 'x')
  expect((await compile(longest)).isAuthOnly).toBe(true)
  await expect(compile(`${longest}x`)).rejects.toThrow('GET /mine: resourceUri of sign-in-with-x is longer than')
  await expect(compile('https://shop.example/'.padEnd(1_000, 'ü'))).resolves.toMatchObject({ key: 'GET /mine' })
  await expect(compile('https://shop.example/'.padEnd(1_200, 'ü'))).rejects.toThrow('2048 bytes')
})

it('names a picture of its own site as the icon of what it sells', async () => {
  const extensions = { 'sign-in-with-x': { network: 'eip155:84532' } }
  const config = { accepts: [], extensions, resource: { iconUrl: '/image/a/80' } }
  const { resource } = await compileRoute(gate as never, 'GET /mine', config, () => new Response())
  expect(resource.info).toMatchObject({ iconUrl: 'https://shop.example/image/a/80' })
})
