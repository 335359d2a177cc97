import type { Translate } from '@/lib/messages/translate'

export type PalettePlace = { title: string; href: string }

const places = [
  ['home', '/'],
  ['articles', '/articles'],
  ['bazaar', '/bazaar'],
  ['addService', '/bazaar/add'],
  ['compare', '/bazaar/compare'],
  ['library', '/library'],
  ['documentation', '/docs'],
  ['facilitator', '/facilitator'],
  ['overview', '/dashboard'],
  ['routes', '/dashboard/routes'],
  ['payments', '/dashboard/payments'],
  ['channels', '/dashboard/channels'],
  ['earnings', '/dashboard/earnings'],
  ['profile', '/dashboard/profile'],
  ['shop', '/dashboard/shop'],
  ['payees', '/dashboard/payees'],
  ['notifications', '/dashboard/notifications'],
  ['webhooks', '/dashboard/webhooks'],
  ['keys', '/dashboard/keys'],
  ['sell', '/dashboard/routes/new'],
] as const

/** What can be searched, at which page, by which parameter. */
const searches = [
  { of: 'bazaar', page: '/bazaar', name: 'query' },
  { of: 'documentation', page: '/docs', name: 'query' },
  { of: 'purchases', page: '/library', name: 'q' },
  { of: 'routes', page: '/dashboard/routes', name: 'q' },
  { of: 'payments', page: '/dashboard/payments', name: 'search' },
] as const

/** Places that have each typed word at the start of one of theirs; behind them, searches for what was typed. */
export function findPlaces(t: Translate<'palette'>, typed: string, hasArticles: boolean): PalettePlace[] {
  const words = wordsOf(typed)
  const found = places
    .filter(([key]) => hasArticles || key !== 'articles')
    .map(([key, href]) => ({ title: t(`places.${key}`), href }))
    .filter(({ title }) => words.every((word) => wordsOf(title).some((own) => own.startsWith(word))))
  const text = typed.trim()
  if (text === '') return found
  return [
    ...found,
    ...searches.map(({ of, page, name }) => ({
      title: t(`searches.${of}`, { text }),
      href: `${page}?${new URLSearchParams({ [name]: text })}`,
    })),
  ]
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
