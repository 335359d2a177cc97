import { createElement, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Queries } from '@/app/_components/queries'
import { inLanguage } from '@/development/testing/in-language'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import { translateIn } from '@/lib/site/messages/translate'
import { usePrices } from './option-rows'
import { readRouteForm } from './read-route-form'
import { periodsIn, RouteForm } from './route-form'

function formOf(kind: RouteKind, schemes: string[]): string {
  const networks = [{ id: BASE_SEPOLIA, name: 'Base Sepolia', isTest: true, schemes }]
  const form = createElement(RouteForm, { kind, handle: 'papers', networks, route: null })
  return renderToStaticMarkup(inLanguage(createElement(Queries, null, form)))
}

it('offers many small calls where a network has channels, and says where', () => {
  expect(formOf('api', ['exact', 'upto', 'batch-settlement'])).toContain('Possible on Base Sepolia.')
  expect(formOf('api', ['exact'])).not.toContain('Many small calls')
})

it.each([
  ['article', 'name="body"', 'name="upstream.url"'],
  ['file', 'name="settle"', 'name="body"'],
  ['api', 'name="upstream.url"', 'name="metering"'],
  ['metered_api', 'name="metering"', 'name="settle"'],
  ['sign_in', 'name="networks"', 'name="price.dollars"'],
] as const)('has for a new %s the fields of its kind only', (kind, own, foreign) => {
  const html = formOf(kind, ['exact', 'upto'])
  expect(html).toContain(own)
  expect(html).not.toContain(foreign)
})

it.each([
  ['', '# Kumquats, kept *cool* #\r\n\r\nKeep them.', 'Kumquats, kept *cool*', 'Keep them.'],
  ['Kept', '# Kumquats\n\nKeep them.', 'Kept', '# Kumquats\n\nKeep them.'],
  ['', 'Keep them.\n\n# Later', '', 'Keep them.\n\n# Later'],
  [' ', '#hashtag', '', '#hashtag'],
])('reads the title %j and the text %j as %j and %j', (title, body, readTitle, readBody) => {
  const form = new FormData()
  for (const [name, text] of Object.entries({ kind: 'article', title, body })) form.set(name, text)
  const { value, faults } = readRouteForm(translateIn('en', 'routes'), form, null)
  expect([value.title, value.body, faults]).toEqual([readTitle, readBody, {}])
})

it.each([
  [60, 'For 1 minute, to the wallet that paid'],
  [90, 'For 90 seconds, to the wallet that paid'],
  [7_200, 'For 2 hours, to the wallet that paid'],
  [172_800, 'For 2 days, to the wallet that paid'],
])('offers the stored period of %i seconds too, in its own unit', (stored, label) => {
  const periods = periodsIn(translateIn('en', 'routeForms'), translateIn('en', 'price'), stored)
  expect(periods).toContainEqual({ value: String(stored), label })
})

it('keeps an added price while others store the route again', () => {
  const Rows = () => {
    const [version, setVersion] = useState('first')
    const { rows, add } = usePrices({ 'price.dollars': ['0.01'] }, version)
    if (version === 'first') {
      if (rows.length === 0) add()
      else setVersion('second')
    }
    return `${version}: ${rows.length}`
  }
  expect(renderToStaticMarkup(createElement(Rows))).toBe('second: 1')
})
