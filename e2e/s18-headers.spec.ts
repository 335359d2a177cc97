import { readdirSync } from 'node:fs'
import { type APIResponse, expect, test } from '@playwright/test'

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)(page\.tsx|route\.ts)$/.test(file),
)
/** With a value for each variable part. */
const addressOf = (file: string) =>
  `/${file.replace(/(^|\/)(page\.tsx|route\.ts)$/, '')}`
    .replace(/\/\([^/]*\)/g, '')
    .replace(/\[[^\]]*\]/g, 'nothing-here') || '/'

/** Addresses of all pages and route handlers, read from the folders. */
const addresses = files.map(addressOf)
const pages = new Set(files.filter((file) => file.endsWith('page.tsx')).map(addressOf))

const elsewhere = ['/nowhere', '/nowhere/', '/%ff', '/_next/static/nowhere.js', '/fonts/nowhere.woff2', '/icon.svg']

const ways = [
  ['GET', 'text/html,*/*'],
  ['GET', 'application/json'],
  ['HEAD', '*/*'],
  ['POST', '*/*'],
  ['DELETE', '*/*'],
  ['OPTIONS', '*/*'],
] as const

/** A page is made again for each of these, with the headers that a browser gets: the home page stands for all. */
const isAgain = (address: string, method: string, accept: string) =>
  pages.has(address) && address !== '/' && (method === 'HEAD' || accept === 'application/json')

/** The headers that an answer lacks, in words. */
function lacking(answer: APIResponse, asked: string): string[] {
  const headers = answer.headers()
  const isPage = (headers['content-type'] ?? '').startsWith('text/html')
  const directives = (headers['content-security-policy'] ?? '').split('; ')
  const closed = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
  const isKept = !headers['cache-control']?.includes('no-store')
  return [
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['nosniff']),
    ...(headers['referrer-policy'] === 'same-origin' ? [] : ['a referrer policy']),
    ...(headers['cache-control'] ? [] : ['a decision about caching']),
    ...(isPage && isKept ? ['a page that no cache keeps'] : []),
    ...(isPage && headers['cross-origin-opener-policy'] !== 'same-origin-allow-popups' ? ['an opener policy'] : []),
    ...(isPage && !headers['permissions-policy'] ? ['a permissions policy'] : []),
    ...(isPage ? closed.filter((directive) => !directives.includes(directive)) : []),
    ...(directives.some((directive) => directive.startsWith('default-src')) ? [] : ['a content policy']),
  ].map((what) => `${asked} answered ${answer.status()} without ${what}`)
}

test('no answer of any address lacks a header', async ({ request }) => {
  expect(addresses.length).toBeGreaterThan(60)
  const faults: string[] = []
  for (const address of [...addresses, ...elsewhere]) {
    const found = await Promise.all(
      ways.map(async ([method, accept]) => {
        if (isAgain(address, method, accept)) return []
        // A stream of events has no end to wait for; its refusals have.
        if (method === 'GET' && /\/sse$/.test(address)) return []
        const answer = await request.fetch(address, { method, headers: { accept }, maxRedirects: 0 })
        return lacking(answer, `${method} ${address} (${accept})`)
      }),
    )
    faults.push(...found.flat())
  }
  expect(faults).toEqual([])
})

test('a form can be sent from pages with forms alone', async ({ request }) => {
  const formAction = async (path: string) => {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    return /form-action [^;]*/.exec(answer.headers()['content-security-policy'] ?? '')?.[0]
  }
  expect(await formAction('/dashboard')).toBe("form-action 'self'")
  expect(await formAction('/bazaar')).toBe("form-action 'self'")
  expect(await formAction('/library')).toBe("form-action 'self'")
  expect(await formAction('/docs')).toBe("form-action 'self'")
  for (const path of ['/weather', '/articles', '/', '/articles/exactly-once/full', '/x/nobody/nothing', '/nowhere']) {
    expect([path, await formAction(path)]).toEqual([path, "form-action 'none'"])
  }
})
