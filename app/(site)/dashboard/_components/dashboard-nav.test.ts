import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { translateIn } from '@/lib/site/messages/translate'
import { dashboardTabs } from './dashboard-nav'

const t = translateIn('en', 'dashboardNav')

const titles = (pathname: string) => {
  const { places, within } = dashboardTabs(t, pathname, false)
  return {
    place: places.filter(({ isCurrent }) => isCurrent).map(({ title }) => title),
    within: within?.tabs.filter(({ isCurrent }) => isCurrent).map(({ title }) => title) ?? null,
  }
}

test.each([
  ['/dashboard', ['Today'], null],
  ['/dashboard/routes/new', ['For sale'], null],
  ['/dashboard/gateways/new', ['For sale'], null],
  ['/dashboard/payments/some-id', ['Money'], ['Payments']],
  ['/dashboard/channels', ['Money'], ['Channels']],
  ['/dashboard/earnings/statement', ['Money'], ['Earnings']],
  ['/dashboard/payees', ['Money'], ['Payout addresses']],
  ['/dashboard/profile', ['Your page'], null],
  ['/dashboard/keys', ['Developers'], ['API keys']],
])('names one place as the current one at %s', (pathname, place, within) => {
  expect(titles(pathname)).toEqual({ place, within })
})

test('leads to every page that stands directly in the dashboard', () => {
  const dashboard = fileURLToPath(new URL('..', import.meta.url))
  const pages = readdirSync(dashboard).filter((name) => existsSync(`${dashboard}/${name}/page.tsx`))
  const shown = pages
    .flatMap((name) => {
      const { places, within } = dashboardTabs(t, `/dashboard/${name}`, false)
      return [...places, ...(within?.tabs ?? [])]
    })
    .map(({ href }) => href)
  // Gateways belong to routes, and are reached from there.
  for (const name of pages.filter((each) => each !== 'gateways')) expect(shown).toContain(`/dashboard/${name}`)
})
