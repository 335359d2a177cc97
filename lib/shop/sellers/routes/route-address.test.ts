import { describe, expect, it } from 'vitest'
import { nameTool } from './route-address'

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
