import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translateIn } from '@/lib/messages/translate'
import { sellerPages } from '../(site)/dashboard/_components/dashboard-tabs'
import { findPlaces } from './palette-places'

const t = translateIn('en', 'palette')
const titles = (typed: string) => findPlaces(t, typed, false).map(({ title }) => title)

test('every place is a page of the site', () => {
  const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.replace(/\([^/]*\)\//g, '').replace(/\/?page\.tsx$/, '')}`)
  for (const { href } of findPlaces(t, '', true)) expect(pages, href).toContain(href)
})

test('finds places by the beginnings of words, in any order, and searches for the rest', () => {
  expect(titles('key')).toEqual([
    'Dashboard: API keys',
    'Search the bazaar for “key”',
    'Search the documentation for “key”',
    'Search your purchases for “key”',
    'Search your routes for “key”',
    'Search your payments for “key”',
  ])
  expect(titles(' PAY  dash')).toEqual([
    'Dashboard: All payments',
    'Dashboard: Payout addresses',
    ...titles('zzz').map((title) => title.replace('zzz', 'PAY  dash')),
  ])
  expect(findPlaces(t, 'a&b=c', false).map(({ href }) => href)).toEqual([
    '/bazaar?query=a%26b%3Dc',
    '/docs?query=a%26b%3Dc',
    '/library?q=a%26b%3Dc',
    '/dashboard/routes?q=a%26b%3Dc',
    '/dashboard/payments?search=a%26b%3Dc',
  ])
})

test('names the articles where the site has them', () => {
  expect(titles('art')).not.toContain('Articles')
  expect(findPlaces(t, 'art', true)[0]).toEqual({ title: 'Articles', href: '/articles' })
})

test("has each page of a seller's dashboard", () => {
  const known = findPlaces(t, '', false).map(({ href }) => href)
  for (const { href } of sellerPages) expect(known).toContain(href)
})

test('finds places by their German names', () => {
  const german = translateIn('de', 'palette')
  expect(findPlaces(german, 'schlüssel', false)[0]).toEqual({
    title: 'Dashboard: API-Schlüssel',
    href: '/dashboard/keys',
  })
})
