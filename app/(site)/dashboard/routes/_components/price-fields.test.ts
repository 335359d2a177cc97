import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readRouteForm } from '@/app/(site)/dashboard/_actions/read-route-form'
import { inLanguage } from '@/development/testing/in-language'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'
import { translateIn } from '@/lib/site/messages/translate'
import { NetworkFields, PriceFields } from './price-fields'
import { SmallCallsField } from './small-calls-field'

const network = (schemes: string[]) => [{ id: BASE_SEPOLIA, name: 'Base Sepolia', isTest: true, schemes }]
const reader = {
  typed: (_name: string, stored?: string) => stored,
  chosen: (_name: string, stored: string[]) => stored,
  error: () => undefined,
  ownError: () => undefined,
}

/** The price of a route as the form shows it, and as the form sends it unchanged. */
function roundTrip(manySmallCalls: boolean, schemes: string[]) {
  const price = { dollars: '$0.0001', networks: [BASE_SEPOLIA], manySmallCalls }
  const settings = { price, options: [], networks: [], signIn: null, settle: 'after', metering: null }
  const route = { kind: 'api', settings } as unknown as RouteView // These fields read only this.
  const html = renderToStaticMarkup(
    inLanguage(
      createElement(
        Fragment,
        null,
        createElement(PriceFields, { kind: 'api', networks: network(schemes), route, reader }),
        // One network of test money is folded.
        createElement(NetworkFields, { kind: 'api', networks: network(schemes), route, reader }),
        createElement(SmallCallsField, { networks: network(schemes), route, reader }),
      ),
    ),
  )
  const form = new FormData()
  form.set('kind', 'api')
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? []
    const [, value] = /value="([^"]*)"/.exec(input) ?? []
    if (name && value && (!input.includes('type="checkbox"') || input.includes('checked=""'))) form.append(name, value)
  }
  const read = readRouteForm(translateIn('en', 'routes'), form, null)
  return { sent: read.ok ? read.input.price : null, stored: price, html }
}

const all = ['exact', 'upto', 'batch-settlement']

it.each([
  ['set', true, all],
  ['set, where no network has channels any more', true, ['exact']],
  ['not set', false, all],
  ['not set, where no network has channels', false, ['exact']],
])('keeps many small calls that are %s', (_what, manySmallCalls, schemes) => {
  const { sent, stored } = roundTrip(manySmallCalls, schemes)
  expect(sent).toEqual(stored)
})

it('offers many small calls where a network has channels, and says where', () => {
  expect(roundTrip(false, all).html).toContain('Possible on Base Sepolia.')
  expect(roundTrip(false, ['exact']).html).not.toContain('Many small calls')
})
