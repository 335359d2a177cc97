import { sellerPages } from '../(site)/dashboard/_components/dashboard-tabs'

export type PalettePlace = { title: string; href: string }

const places: PalettePlace[] = [
  { title: 'Home', href: '/' },
  { title: 'Bazaar', href: '/bazaar' },
  { title: 'Bazaar: add a service', href: '/bazaar/add' },
  { title: 'Bazaar: compare entries', href: '/bazaar/compare' },
  { title: 'Library: what you bought', href: '/library' },
  { title: 'Documentation', href: '/docs' },
  { title: 'Facilitator', href: '/facilitator' },
  ...sellerPages.map(({ title, href }) => ({ title: `Dashboard: ${title}`, href })),
  { title: 'Dashboard: Sell something', href: '/dashboard/routes/new' },
]
const articles: PalettePlace = { title: 'Articles', href: '/articles' }

/** What can be searched, at which page, by which parameter. */
const searches = [
  { of: 'the bazaar', page: '/bazaar', name: 'query' },
  { of: 'the documentation', page: '/docs', name: 'query' },
  { of: 'your purchases', page: '/library', name: 'q' },
  { of: 'your routes', page: '/dashboard/routes', name: 'q' },
  { of: 'your payments', page: '/dashboard/payments', name: 'search' },
]

/** Places that have each typed word at the start of one of theirs; behind them, searches for what was typed. */
export function findPlaces(typed: string, hasArticles: boolean): PalettePlace[] {
  const words = wordsOf(typed)
  const all = hasArticles ? [...places.slice(0, 1), articles, ...places.slice(1)] : places
  const found = all.filter(({ title }) => words.every((word) => wordsOf(title).some((own) => own.startsWith(word))))
  const text = typed.trim()
  if (text === '') return found
  return [
    ...found,
    ...searches.map(({ of, page, name }) => ({
      title: `Search ${of} for “${text}”`,
      href: `${page}?${new URLSearchParams({ [name]: text })}`,
    })),
  ]
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
