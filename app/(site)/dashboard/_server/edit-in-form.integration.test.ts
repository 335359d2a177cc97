import { generateKeyPairSigner } from '@solana/kit'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Queries } from '@/app/_components/queries'
import { inLanguage } from '@/development/testing/in-language'
import { openTestSite } from '@/development/testing/open-test-site'
import { confirmed } from '@/development/testing/sign-in-proofs'
import { createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { getRoute, type RouteView } from '@/lib/shop/sellers/routes/routes'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { translateIn } from '@/lib/site/messages/translate'
import { readRouteForm } from '../routes/_components/read-route-form'
import { RouteForm } from '../routes/_components/route-form'
import { editedOf } from './dashboard'

const t = translateIn('en', 'routes')
const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)
const solanaPayTo = (await generateKeyPairSigner()).address
await testWorld().faucet({ network: SOLANA_DEVNET, address: solanaPayTo, amountAtomic: 0n })
const payee = { network: SOLANA_DEVNET, address: solanaPayTo, confirmation: solanaPayTo }
await confirmed(seller.wallet, (proof) => confirmPayTo(context, seller.actor, payee, proof))
const networks = [{ id: BASE_SEPOLIA, name: 'Base Sepolia', isTest: true, schemes: ['exact', 'upto'] }]

const discovery = {
  isListed: true,
  serviceName: 'Everything',
  tags: ['one', 'two'],
  iconUrl: 'https://icons.example/one.png',
  input: { q: 'a "quoted" <word> & more' },
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  outputSchema: { type: 'object' },
}
const common = {
  title: 'All & "everything"',
  description: 'Said in\ntwo lines.',
  mimeType: 'text/x-own',
  query: ['q', 'page'],
  signIn: {
    statement: 'Open what you have bought',
    entitlementSeconds: 14 * 86_400,
    expirationSeconds: 120,
    domain: new URL(site.origin).host,
    resourceUri: `${site.origin}/x/${seller.handle}/all`,
  },
  discovery,
}
const price = { dollars: '$0.02', networks: [BASE_SEPOLIA], manySmallCalls: false }
/** One of them on a network that the form does not offer. */
const byNetwork = [
  { scheme: 'exact', dollars: '$0.02', networks: [BASE_SEPOLIA] },
  { scheme: 'exact', dollars: '$0.03', networks: [SOLANA_DEVNET] },
]
const upstream = {
  url: 'http://127.0.0.1:8080/a',
  headers: { 'X-Key': 'secret' },
  timeoutMs: 1_500,
  maxBytes: 9_000_000,
}
const text = { teaser: 'Free.\n\nMore.\n', body: 'Paid <b>text</b>.\n\n  indented\n' }

const routes = [
  {
    kind: 'article',
    method: 'GET',
    settle: 'before',
    isTool: true,
    price,
    ...text,
    publishedAt: '2023-04-05',
    formerPath: '/p/a',
  },
  { kind: 'file', method: 'GET', settle: 'before', isTool: true, price },
  {
    ...{ kind: 'api', method: 'GET', settle: 'before', isTool: false, price, upstream },
    ...{ isStreaming: true, streamSeconds: 600, maxUploadBytes: 50_000_000 },
  },
  {
    ...{ kind: 'metered_api', method: 'GET', isTool: true, price, upstream },
    metering: { unit: 'json_field', field: 'usage.cost', holds: 'count', dollars: '$0.001' },
  },
  {
    ...{ kind: 'metered_api', method: 'GET', isTool: true, price, upstream, path: '/by-header' },
    metering: { unit: 'header', name: 'X-Cost' },
  },
  {
    ...{
      kind: 'metered_api',
      method: 'GET',
      upstream,
      path: '/by-three',
      metering: { unit: 'call', dollars: '$0.01' },
    },
    options: [
      { scheme: 'upto', dollars: '$0.05', networks: [BASE_SEPOLIA] },
      { scheme: 'exact', dollars: '$0.04', networks: [SOLANA_DEVNET] },
      { scheme: 'exact', dollars: '$0.03', networks: [BASE_SEPOLIA] },
    ],
  },
  { kind: 'api', method: 'GET', upstream, path: '/by-network', options: byNetwork },
  {
    ...{ kind: 'metered_api', method: 'GET', price, upstream, path: '/by-event', isStreaming: true },
    metering: { unit: 'event', dollars: '$0.01' },
  },
  { kind: 'sign_in', method: 'GET', networks: [BASE_SEPOLIA], ...text },
]

it.each(routes)('a form that was opened and saved changes nothing of $kind', async (own) => {
  const discovered = own.kind === 'sign_in' ? { discovery: { isListed: false } } : {}
  const input = { ...common, path: `/${own.kind.replace('_', '-')}`, ...own, ...discovered }
  const { routeId } = await createRoute(context, seller.actor, input)
  const before = await getRoute(context, seller.actor, routeId)
  const { value, faults } = readRouteForm(t, formOf(before), editedOf(before).value)
  expect(faults).toEqual({})
  await updateRoute(context, seller.actor, routeId, value)
  const { updatedAt: _then, listing: _listed, version, ...kept } = before
  const after = await getRoute(context, seller.actor, routeId)
  expect(after).toMatchObject({ ...kept, version })
  expect(before.settings.signIn).toEqual(common.signIn)
})

/** Stores a route, changes it in its rendered form, and saves it. */
async function edited(own: object, change: (form: FormData) => void) {
  const { routeId } = await createRoute(context, seller.actor, { ...common, ...own })
  const before = await getRoute(context, seller.actor, routeId)
  const form = formOf(before)
  change(form)
  const { value, faults } = readRouteForm(t, form, editedOf(before).value)
  const save = async () => {
    await updateRoute(context, seller.actor, routeId, value)
    return getRoute(context, seller.actor, routeId)
  }
  return { before, faults, save }
}
const api = { kind: 'api', method: 'GET', upstream }

it('changes in a form what was changed, and leaves the rest', async () => {
  const { before, save } = await edited({ ...routes[0], path: '/changed' }, (form) => {
    form.set('title', 'Another title')
    form.set('signIn', String(7 * 86_400))
    form.set('price.dollars', '3 cents')
  })
  const signIn = { ...common.signIn, entitlementSeconds: 7 * 86_400 }
  const settings = { ...before.settings, price: { ...price, dollars: '$0.03' }, signIn }
  const after = await save()
  expect([after.title, after.settings]).toEqual(['Another title', settings])
})

it('adds further prices, each on networks of its own', async () => {
  const { save } = await edited({ ...api, price, path: '/adds' }, (form) => {
    renameFirst(form, 'price', 'options.0')
    form.set('options.1.dollars', '3 cents')
    form.set('options.1.networks', SOLANA_DEVNET)
  })
  expect((await save()).settings.options).toEqual(byNetwork)
})

it('goes back to one price when the others are removed', async () => {
  const { save } = await edited({ ...api, options: byNetwork, path: '/removes' }, (form) => {
    for (const part of ['dollars', 'networks']) form.delete(`options.1.${part}`)
    renameFirst(form, 'options.0', 'price')
  })
  expect((await save()).settings).toMatchObject({ options: [], price: { dollars: '$0.02', networks: [BASE_SEPOLIA] } })
})

it.each([
  [{ 'signIn.statement': 'Come back', signIn: 'once' }, 'signIn.statement'],
  [{ 'options.0.dollars': '0.02', 'options.1.dollars': '0.01', 'price.manySmallCalls': 'yes' }, 'price.manySmallCalls'],
  [{ metering: 'event', 'metering.dollars': '1', 'metering.field': 'usage.cost' }, 'metering.field'],
  [{ 'discovery.input': '{' }, 'discovery.input'],
])('refuses what would be lost: %j', async (written, field) => {
  const own = { ...api, kind: 'metered_api', metering: { unit: 'call', dollars: '$0.01' } }
  const { faults } = await edited({ ...own, price, path: `/lost-${field.replaceAll('.', '-')}` }, (form) => {
    if ('options.0.dollars' in written) renameFirst(form, 'price', 'options.0')
    for (const [name, value] of Object.entries(written)) form.set(name, value)
  })
  expect(Object.keys(faults)).toEqual([field])
})

/** Names the controls of the first price as the form does once there are several, or only one again. */
function renameFirst(form: FormData, from: string, to: string): void {
  for (const part of ['dollars', 'networks']) {
    for (const text of form.getAll(`${from}.${part}`)) form.append(`${to}.${part}`, text)
    form.delete(`${from}.${part}`)
  }
}

/** The form data that a browser without scripts sends of the server-rendered form. */
function formOf(route: RouteView): FormData {
  const props = { kind: route.kind, handle: seller.handle, networks, route: editedOf(route) }
  const html = renderToStaticMarkup(inLanguage(createElement(Queries, null, createElement(RouteForm, props))))
  const form = new FormData()
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')]
    if (!name || (type === 'checkbox' && !tag.includes('checked=""'))) continue
    form.append(name, attribute(tag, 'value') ?? '')
  }
  for (const [, tag = '', inside = ''] of html.matchAll(/<textarea([^>]*)>([^<]*)<\/textarea>/g)) {
    form.append(attribute(tag, 'name') ?? '', decoded(inside).replace(/^\n/, '').replaceAll('\n', '\r\n'))
  }
  for (const [, tag = '', inside = ''] of html.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)) {
    const options = [...inside.matchAll(/<option[^>]*>/g)].map(([option]) => option)
    const chosen = options.find((option) => option.includes('selected=""')) ?? options[0] ?? ''
    form.append(attribute(tag, 'name') ?? '', attribute(chosen, 'value') ?? '')
  }
  return form
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : decoded(value)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (html: string) => html.replace(/&([^;]+);/g, (whole, name: string) => entities[name] ?? whole)
