import { describe, expect, it } from 'vitest'
import { buildRouteAddress, nameTool, routeUrl } from './route-address'

describe('nameTool', () => {
  it.each([
    ['GET', '/weather', 'acme__weather'],
    ['POST', '/weather', 'acme__post_weather'],
    ['GET', '/users/[userId]/posts', 'acme__users_userId_posts'],
    ['GET', '/a.b/c%20d', 'acme__a_b_c_20d'],
    ['GET', '/daily-report', 'acme__daily-report'],
  ])('calls %s %s %s', (method, path, name) => {
    expect(nameTool('acme', method, path)).toBe(name)
  })

  it('keeps long names apart, with room for what clients write before them', () => {
    const long = '/reports/of-all-the-things-that-anybody-ever-wanted-to-know/about'
    const names = [nameTool('acme', 'GET', `${long}/one`), nameTool('acme', 'GET', `${long}/two`)]
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^acme__[\w-]{38}$/)
  })
})

it('refuses a parameter in braces, which would be sold as text', () => {
  expect(() => buildRouteAddress('acme', 'GET', '/b/{id}')).toThrow('parameters as whole segments')
})

it.each([
  ['/caf\u00e9', 'https://shop.example/x/acme/caf%C3%A9'],
  ['/100%', 'https://shop.example/x/acme/100%25'],
  ['/users/[userId]', 'https://shop.example/x/acme/users/[userId]'],
])('writes the URL of %s as it is sent', (path, url) => {
  expect(routeUrl('https://shop.example', 'acme', path)).toBe(url)
})

it('takes a decomposed letter for the composed one', () => {
  const [one, two] = ['/caf\u00e9', '/cafe\u0301'].map((path) => buildRouteAddress('acme', 'GET', path).shape)
  expect(one).toBe(two)
})
