import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ownAddresses } from './own-addresses'

/** `(site)/articles/[slug]/full/route.ts` as the addresses that it answers. */
const addressesOf = (file: string): RegExp => {
  const path = `/${file}`.replace(/\/route\.ts$/, '').replace(/\/\([^)]*\)/g, '')
  return new RegExp(`^${path.replace(/\[[^\]]+\]/g, '[^/]+')}$`)
}

describe('the routes of this site', () => {
  it('are listed when their code declares them to be discoverable', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
    const sold = files
      .filter((file) => /(^|\/)route\.ts$/.test(file))
      .filter((file) => readFileSync(`app/${file}`, 'utf8').includes('discoverable: true'))
    expect(sold.length).toBeGreaterThanOrEqual(4)
    const unlisted = sold.filter((file) => !ownAddresses.some(({ path }) => addressesOf(file).test(path)))
    expect(unlisted).toEqual([])
  })
})
