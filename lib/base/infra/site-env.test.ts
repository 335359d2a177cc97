import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseServerEnv } from './env'
import { readSiteMark } from './read-site-mark'

const minimal = { DATABASE_URL: 'postgresql://turnpike@127.0.0.1/turnpike', TURNPIKE_SECRET: 'a'.repeat(32) }
const siteOf = (more: Record<string, string>) => parseServerEnv({ ...minimal, ...more }).site

describe('the settings of the site', () => {
  it('are named after the origin until they have a name', () => {
    expect(siteOf({ PUBLIC_ORIGIN: 'https://shop.example' })).toMatchObject({ name: 'shop.example' })
    expect(siteOf({ SITE_NAME: 'The Corner' })).toMatchObject({ name: 'The Corner' })
    expect(siteOf({ TURNPIKE_DEMO: '1' }).name).toBe('Turnpike')
  })

  it('link to the pages that are set, in one order, and write to an e-mail address', () => {
    const links = siteOf({ SITE_LINKS: 'contact=ada@shop.example, imprint=https://shop.example/imprint' }).links
    expect(links).toEqual([
      { title: 'Imprint', href: 'https://shop.example/imprint' },
      { title: 'Contact', href: 'mailto:ada@shop.example' },
    ])
    const [contact] = siteOf({ SITE_LINKS: 'contact=https://shop.example/contact' }).links
    expect(contact?.href).toBe('https://shop.example/contact')
  })

  it.each([
    ['SITE_NAME', 'a\nb'],
    ['SITE_NAME', 'n'.repeat(61)],
    ['SITE_ACCENT_COLOR', 'blue'],
    ['SITE_ACCENT_COLOR', '#12345'],
    ['SITE_LINKS', 'imprint=javascript:alert(1)'],
    ['SITE_LINKS', 'terms=/terms'],
    ['SITE_LINKS', 'contact=javascript:alert(1)'],
    ['SITE_LINKS', 'contact=ada'],
    ['SITE_LINKS', 'home=https://shop.example'],
  ])('refuse %s=%j by name', (name, value) => {
    expect(() => siteOf({ [name]: value })).toThrow(name)
  })
})

describe("the site's picture", () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-mark-'))
  const write = (name: string, content: string | Uint8Array) => {
    onTestFinished(() => rmSync(join(folder, name)))
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  it('is told by its bytes, not by its name', () => {
    const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'
    expect(readSiteMark(write('mark.png', svg))).toMatchObject({ mediaType: 'image/svg+xml' })
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect(readSiteMark(write('mark', png))).toMatchObject({ mediaType: 'image/png', bytes: png })
    expect(readSiteMark(undefined)).toBeNull()
  })

  it('is refused in words when it is none', () => {
    expect(() => readSiteMark(join(folder, 'none'))).toThrow('SITE_MARK names a file that cannot be read')
    expect(() => readSiteMark(write('page', '<html>'))).toThrow('must be an SVG, PNG, JPEG or WebP picture')
    expect(() => readSiteMark(write('large', new Uint8Array(200_001)))).toThrow('200 kB')
  })
})
