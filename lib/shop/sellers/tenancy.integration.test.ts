import { readdirSync, readFileSync } from 'node:fs'
import { zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestImage } from '@/development/testing/test-image'
import { createTestKey, createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import type { Actor } from './actor'
import { listAllChanges, listChanges } from './audit/list-changes'
import { createSeller } from './create-seller'
import { findSeller } from './find-seller'
import { getGateway } from './gateways/get-gateway'
import { listGateways } from './gateways/list-gateways'
import { readDocument } from './gateways/read-document'
import { removeGateway } from './gateways/remove-gateway'
import { saveGateway } from './gateways/save-gateway'
import { getImage } from './images/get-image'
import { listKeys } from './keys/list-keys'
import { revokeKey } from './keys/revoke-key'
import { delistRoute } from './listings/delist-route'
import { refreshListing } from './listings/refresh-listing'
import { getShop } from './operating/get-shop'
import { listShops } from './operating/list-shops'
import { listSuspensions } from './operating/list-suspensions'
import { suspend } from './operating/suspend'
import { listConcerns } from './overview/list-concerns'
import { listScopes } from './passes/list-scopes'
import { compareToday } from './payments/compare-today'
import { confirmPayTo } from './payments/confirm-pay-to'
import { exportPayments } from './payments/export-payments'
import { openPayments } from './payments/find-payments'
import { getPayment } from './payments/get-payment'
import { listPassFigures } from './payments/list-pass-figures'
import { listPayments } from './payments/list-payments'
import { readStatement } from './payments/read-statement'
import { summarizeEarnings, summarizeWays } from './payments/summarize-earnings'
import { cancelRefund } from './refunds/cancel-refund'
import { listPaymentRefunds } from './refunds/list-payment-refunds'
import { promiseRefund } from './refunds/promise-refund'
import { recordRefund } from './refunds/record-refund'
import { createRoute } from './routes/create-route'
import { duplicateRoute } from './routes/duplicate-route'
import { getChallenge, previewChallenge } from './routes/get-challenge'
import { getRoute } from './routes/get-route'
import { listRoutes } from './routes/list-routes'
import { archiveRoute, pauseRoute, publishRoute } from './routes/move-route'
import { nameRoutes } from './routes/name-routes'
import { saveFile } from './routes/save-file'
import { updateRoute } from './routes/update-route'
import { listUpstreamKeys } from './upstream-keys/list-upstream-keys'
import { makeUpstreamKey } from './upstream-keys/make-upstream-key'
import { createEndpoint } from './webhooks/create-endpoint'
import { listDeliveries } from './webhooks/list-deliveries'
import { listEndpoints } from './webhooks/list-endpoints'
import { queueDeliveries } from './webhooks/queue-deliveries'
import { removeEndpoint } from './webhooks/remove-endpoint'
import { resendDelivery } from './webhooks/resend-delivery'

const world = testWorld()
const site = await openTestSite()
const context = site.application.sellers
const owner = await createTestSeller(site)
const stranger = await createTestSeller(site)
let ids: {
  keyId: string
  routeId: string
  fileRouteId: string
  gatewayId: string
  paymentId: string
  endpointId: string
  deliveryId: string
  refundId: string
  imageId: string
}

const article = (path: string) => ({
  kind: 'article',
  title: 'A text',
  method: 'GET',
  path,
  price: priceOf('$0.01'),
  body: 'Text.',
})
const service = (prefix: string) => ({
  title: 'A service',
  prefix,
  upstream: { url: 'http://127.0.0.1:8080' },
  networks: priceOf('').networks,
  operations: [{ method: 'GET', path: '/a', title: 'A', access: 'free' }],
})
const range = { from: new Date(Date.now() - 86_400_000), until: new Date(Date.now() + 86_400_000) }
const thisMonth = new Date().toISOString().slice(0, 7)

beforeAll(async () => {
  const endpoint = { url: 'http://127.0.0.1:8080/hook', events: ['payment.settled'] }
  const { endpointId } = await createEndpoint(context, owner.actor, endpoint)
  const { routeId, url } = await createRoute(context, owner.actor, article('/text'))
  const file = { kind: 'file', title: 'A file', method: 'GET', path: '/file', price: priceOf('$0.01') }
  await makeUpstreamKey(context, owner.actor, {})
  const pass = {
    kind: 'pass',
    title: 'A month',
    method: 'GET',
    path: '/month',
    price: priceOf('$1'),
    pass: { days: 30 },
  }
  await createRoute(context, owner.actor, pass)
  const { gatewayId } = await saveGateway(context, owner.actor, null, service('/service'))
  const { routeId: fileRouteId } = await createRoute(context, owner.actor, file)
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const paid = await fetch(url, { headers: (await buyer.sign(url)).headers })
  expect(paid.status).toBe(200)
  await paid.text()
  const { payments } = await listPayments(context, owner.actor, {})
  await queueDeliveries(context)
  const { deliveries } = await listDeliveries(context, owner.actor, { endpointId })
  const paymentId = payments[0]?.paymentId ?? ''
  const { keyId } = await createTestKey(site, owner, { name: 'A key', scopes: ['routes:read'] })
  const { refundId } = await promiseRefund(context, owner.actor, paymentId, { amount: '0.001' })
  const { imageId } = await createTestImage(site, owner)
  ids = {
    imageId,
    gatewayId,
    refundId,
    keyId,
    routeId,
    fileRouteId,
    paymentId,
    endpointId,
    deliveryId: deliveries[0]?.deliveryId ?? '',
  }
})

const stream = () => new Blob(['forged']).stream()
const upload = () => ({ name: 'a.txt', mediaType: 'text/plain', body: stream() })

/** Verbs called with the id of another account's row: each refuses as if there were no row, or shows nothing. */
const byId: Record<string, [code: string, (actor: Actor) => Promise<unknown>]> = {
  'archive-route': ['ROUTE_NOT_FOUND', (actor) => archiveRoute(context, actor, ids.routeId)],
  'delist-route': ['ROUTE_NOT_FOUND', (actor) => delistRoute(context, actor, ids.routeId)],
  'duplicate-route': ['ROUTE_NOT_FOUND', (actor) => duplicateRoute(context, actor, ids.routeId, '/copy')],
  'open-payments': ['ROUTE_NOT_FOUND', (actor) => openPayments(context, actor, { routeId: ids.routeId })],
  'get-challenge': ['ROUTE_NOT_FOUND', (actor) => getChallenge(context, actor, ids.routeId)],
  'get-payment': ['PAYMENT_NOT_FOUND', (actor) => getPayment(context, actor, ids.paymentId)],
  'get-route': ['ROUTE_NOT_FOUND', (actor) => getRoute(context, actor, ids.routeId)],
  'pause-route': ['ROUTE_NOT_FOUND', (actor) => pauseRoute(context, actor, ids.routeId)],
  'publish-route': ['ROUTE_NOT_FOUND', (actor) => publishRoute(context, actor, ids.routeId)],
  'refresh-listing': ['ROUTE_NOT_FOUND', (actor) => refreshListing(context, actor, ids.routeId)],
  'save-file': ['ROUTE_NOT_FOUND', (actor) => saveFile(context, actor, ids.fileRouteId, upload())],
  'update-route': ['ROUTE_NOT_FOUND', (actor) => updateRoute(context, actor, ids.routeId, article('/text'))],
  'gateways/get-gateway': ['GATEWAY_NOT_FOUND', (actor) => getGateway(context, actor, ids.gatewayId)],
  'gateways/read-document': [
    'GATEWAY_NOT_FOUND',
    (actor) => readDocument(context, actor, { text: '{}', gatewayId: ids.gatewayId }),
  ],
  'gateways/remove-gateway': ['GATEWAY_NOT_FOUND', (actor) => removeGateway(context, actor, ids.gatewayId)],
  'gateways/save-gateway': [
    'GATEWAY_NOT_FOUND',
    (actor) => saveGateway(context, actor, ids.gatewayId, service('/other')),
  ],
  'images/get-image': ['IMAGE_NOT_FOUND', (actor) => getImage(context, actor, ids.imageId)],
  'keys/revoke-key': ['KEY_NOT_FOUND', (actor) => revokeKey(context, actor, ids.keyId)],
  'refunds/list-payment-refunds': ['PAYMENT_NOT_FOUND', (actor) => listPaymentRefunds(context, actor, ids.paymentId)],
  'refunds/promise-refund': [
    'PAYMENT_NOT_FOUND',
    (actor) => promiseRefund(context, actor, ids.paymentId, { amount: '0.001' }),
  ],
  'refunds/record-refund': [
    'REFUND_NOT_FOUND',
    (actor) => recordRefund(context, actor, ids.refundId, { transaction: `0x${'0'.repeat(64)}` }),
  ],
  'refunds/cancel-refund': ['REFUND_NOT_FOUND', (actor) => cancelRefund(context, actor, ids.refundId)],
  'webhooks/list-deliveries': [
    'ENDPOINT_NOT_FOUND',
    (actor) => listDeliveries(context, actor, { endpointId: ids.endpointId }),
  ],
  'webhooks/remove-endpoint': ['ENDPOINT_NOT_FOUND', (actor) => removeEndpoint(context, actor, ids.endpointId)],
  'webhooks/resend-delivery': ['DELIVERY_NOT_FOUND', (actor) => resendDelivery(context, actor, ids.deliveryId)],
}

const lists: Record<string, (actor: Actor) => Promise<unknown[]>> = {
  'export-payments': async (actor) => {
    const lines = (await new Response(await exportPayments(context, actor, {})).text()).split('\r\n')
    return lines.slice(1, -1)
  },
  'audit/list-changes': async (actor) => (await listChanges(context, actor, {})).changes.filter(isOfRoute),
  'compare-today': async (actor) => (await compareToday(context, actor)).today,
  'gateways/list-gateways': (actor) => listGateways(context, actor),
  'keys/list-keys': (actor) => listKeys(context, actor),
  'list-payments': async (actor) => [
    ...(await listPayments(context, actor, {})).payments,
    ...(await listPayments(context, actor, { search: ids.paymentId })).payments,
  ],
  'name-routes': async (actor) => [
    ...(await nameRoutes(context, actor, [{ routeKey: `GET /x/${owner.handle}/text` }])),
  ],
  'overview/list-concerns': async (actor) => (await listConcerns(context, actor)).idleRoutes,
  'list-routes': async (actor) => (await listRoutes(context, actor)).routes,
  'list-pass-figures': (actor) => listPassFigures(context, actor),
  'passes/list-scopes': async (actor) => (await listScopes(context, actor)).goods,
  'read-statement': async (actor) => (await readStatement(context, actor, { month: thisMonth })).byRoute,
  'summarize-earnings': async (actor) => (await summarizeEarnings(context, actor, range)).byDay,
  'summarize-ways': (actor) => summarizeWays(context, actor, range),
  'upstream-keys/list-upstream-keys': (actor) => listUpstreamKeys(context, actor),
  'webhooks/list-endpoints': (actor) => listEndpoints(context, actor),
}

const isOfRoute = ({ subject }: { subject: string }) => subject === ids.routeId

/** Verbs without an id: they act on the actor's own shop. */
const ownOnly = [
  'change-own-shop',
  'close-shop',
  'confirm-by-wallet',
  'confirm-pay-to',
  'create-route',
  'create-seller',
  'find-seller',
  'get-own-seller',
  'lock-own-shop',
  'may-open-shop',
  'prepare-route',
  'preview-challenge',
]
const ownOnlyBelow = [
  'images/save-image',
  'quotas/read-usage',
  'quotas/reserve-upload',
  'audit/record-change',
  'audit/record-wallet-link',
  'keys/create-key',
  'upstream-keys/make-upstream-key',
  'mail/get-mailbox',
  'mail/remove-mailbox',
  'mail/set-mailbox',
  'webhooks/create-endpoint',
  // Their own test has them.
  'set-payee',
  'operating/is-operating',
  'operating/require-operator',
]

/** Verbs for operators only: no seller may call them, not even for their own shop. */
const operating: Record<string, (actor: Actor) => Promise<unknown>> = {
  'operating/get-shop': (actor) => getShop(context, actor, owner.handle),
  'operating/list-shops': (actor) => listShops(context, actor),
  'operating/list-suspensions': (actor) => listSuspensions(context, actor),
  'audit/list-all-changes': (actor) => listAllChanges(context, actor, {}),
  'operating/suspend': (actor) => suspend(context, actor, { what: 'shop', handle: owner.handle, reason: 'Mine.' }),
}

/** Exported functions of a file whose signature has an actor. */
const verbsOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:async function|function|const) (\w+)(?:(?!\n\n).)*?\bactor: Actor\b/gms)].map(
    ([, name = '']) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )

it('knows every verb that takes an actor', () => {
  const unnamed = ['', 'routes/', 'listings/', 'payments/']
  const folders = [
    ...unnamed,
    'audit/',
    'quotas/',
    'operating/',
    'gateways/',
    'images/',
    'keys/',
    'mail/',
    'overview/',
    'passes/',
    'refunds/',
    'upstream-keys/',
    'webhooks/',
  ]
  const verbs = folders.flatMap((folder) =>
    readdirSync(new URL(folder || '.', import.meta.url))
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) => verbsOf(readFileSync(new URL(folder + file, import.meta.url), 'utf8')))
      .map((verb) => (unnamed.includes(folder) ? '' : folder) + verb),
  )
  const known = [byId, lists, operating].flatMap((table) => Object.keys(table)).concat(ownOnly, ownOnlyBelow)
  expect(verbs.sort()).toEqual(known.sort())
})

it.each(Object.keys(operating))('%s is for operators alone', async (name) => {
  await expect(operating[name]?.(owner.actor)).rejects.toMatchObject({ code: 'OPERATOR_REQUIRED' })
})

describe('for another seller', () => {
  it.each(Object.keys(byId))('%s finds nothing, and the owner finds it', async (name) => {
    const [code, run] = byId[name] ?? ['', async () => {}]
    await expect(run(stranger.actor)).rejects.toMatchObject({ name: 'DomainError', code })
  })

  it.each(Object.keys(lists))('%s is empty, and not for the owner', async (name) => {
    expect(await lists[name]?.(stranger.actor)).toEqual([])
    expect(await lists[name]?.(owner.actor)).not.toEqual([])
  })

  it('list-payments knows no route of theirs', async () => {
    const filter = { routeId: ids.routeId }
    await expect(listPayments(context, stranger.actor, filter)).rejects.toMatchObject({ code: 'ROUTE_NOT_FOUND' })
    expect((await listPayments(context, owner.actor, filter)).payments).toHaveLength(1)
  })

  it('changes nothing', async () => {
    expect((await getRoute(context, owner.actor, ids.routeId)).state).toBe('live')
    expect((await getRoute(context, owner.actor, ids.fileRouteId)).file).toBeNull()
    expect(await listEndpoints(context, owner.actor)).toHaveLength(1)
  })

  it('an image’s owner alone gets it', async () => {
    expect((await getImage(context, owner.actor, ids.imageId)).byteLength).toBeGreaterThan(0)
  })

  it.each(['', 'x', "' OR 1=1 --", '00000000-0000-0000-0000-000000000000'])('%j is no id of anything', async (id) => {
    await expect(getRoute(context, owner.actor, id)).rejects.toMatchObject({ code: 'ROUTE_NOT_FOUND' })
    await expect(getImage(context, owner.actor, id)).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
    await expect(getPayment(context, owner.actor, id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  })
})

describe('a shop', () => {
  it('has one owner and one handle for good', async () => {
    const again = { handle: 'another-name', name: 'B' }
    await expect(createSeller(context, owner.actor, again)).rejects.toMatchObject({ code: 'SELLER_EXISTS' })
    const nobody = { accountId: '00000000-0000-4000-8000-000000000000' }
    const taken = { handle: owner.handle, name: 'B' }
    await expect(createSeller(context, nobody, taken)).rejects.toMatchObject({ code: 'HANDLE_TAKEN' })
    await expect(createRoute(context, nobody, article('/a'))).rejects.toMatchObject({ code: 'SELLER_NOT_FOUND' })
  })

  it('takes a payee only when it is confirmed letter by letter', async () => {
    const { payTo } = owner
    const network = 'eip155:84532'
    const wrongCase = `0x${payTo.slice(2).replace(/[a-f]|[A-F]/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))}`
    for (const [address, confirmation] of [
      [payTo, payTo.toLowerCase()],
      [payTo, ''],
      [wrongCase, wrongCase],
      ['0x12', '0x12'],
      [zeroAddress, zeroAddress],
    ]) {
      const refused = confirmPayTo(context, owner.actor, { network, address, confirmation })
      await expect(refused).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
    }
    expect((await findSeller(context, owner.actor))?.payees).toMatchObject([{ network, address: payTo }])
  })

  it('takes no payee on a network that the operator has switched off', async () => {
    const { payTo } = owner
    const refused = confirmPayTo(context, owner.actor, { network: 'eip155:8453', address: payTo, confirmation: payTo })
    await expect(refused).rejects.toMatchObject({
      code: 'INPUT_REFUSED',
      fields: { network: 'Base is switched off on this site. Choose another network.' },
    })
  })

  it('sells on no network whose payee is not confirmed', async () => {
    const price = { dollars: '$0.01', networks: ['eip155:8453'] }
    const refused = createRoute(context, owner.actor, { ...article('/base'), price })
    await expect(refused).rejects.toMatchObject({ fields: { 'price.networks': expect.stringContaining('Base') } })
  })

  it('has each address once, whatever its parameters are called', async () => {
    await createRoute(context, owner.actor, article('/users/[id]'))
    for (const path of ['/users/[id]', '/users/[name]', '/users/*']) {
      await expect(createRoute(context, owner.actor, article(path))).rejects.toMatchObject({ code: 'ROUTE_PATH_TAKEN' })
    }
  })

  it('keeps the address of a route that buyers know', async () => {
    const refused = updateRoute(context, owner.actor, ids.routeId, article('/elsewhere'))
    await expect(refused).rejects.toMatchObject({ code: 'ROUTE_ADDRESS_FIXED' })
  })

  it('shows the 402 before it is saved, and measures it', async () => {
    const { challenge, challengeCharacters, challengeWarning } = await previewChallenge(
      context,
      owner.actor,
      article('/new'),
    )
    expect(challenge.accepts[0]).toMatchObject({ amount: '10000', payTo: owner.payTo })
    expect(challengeCharacters).toBeLessThanOrEqual(8192)
    expect(challengeWarning).toBeNull()
    const withParameters = (length: number) => ({
      isListed: true,
      inputSchema: { properties: Object.fromEntries(Array.from({ length }, (_, n) => [`p${n}`, { type: 'string' }])) },
    })
    const long = { ...article('/long'), discovery: withParameters(130) }
    expect(await createRoute(context, owner.actor, long)).toMatchObject({
      challengeWarning: expect.stringMatching(/has \d+ characters in one header/),
    })
    const discovery = withParameters(300)
    await expect(previewChallenge(context, owner.actor, { ...article('/big'), discovery })).rejects.toMatchObject({
      fields: { discovery: expect.stringMatching(/has \d+ characters/) },
    })
  })

  it.each([
    [{ path: 'text' }, 'path'],
    [{ path: '/' }, 'path'],
    [{ path: '/a/../b' }, 'path'],
    [{ path: '/a b' }, 'path'],
    [{ price: priceOf('0.0.1') }, 'price.dollars'],
    [{ price: priceOf('$0') }, 'price.dollars'],
    [{ price: priceOf('$-1') }, 'price.dollars'],
    [{ price: { dollars: '$1', networks: [] } }, 'price.networks'],
    [{ price: { dollars: '$1', networks: ['eip155:1'] } }, 'price.networks.0'],
    [{ title: ' ' }, 'title'],
    [{ body: '' }, 'body'],
    [{ discovery: { isListed: true, serviceName: 'x'.repeat(33) } }, 'discovery.serviceName'],
    [{ discovery: { isListed: true, tags: ['1', '2', '3', '4', '5', '6'] } }, 'discovery.tags'],
    [{ discovery: { isListed: true, iconUrl: 'http://127.0.0.1/a.png' } }, 'discovery.iconUrl'],
  ])('refuses %j and names the field', async (change, field) => {
    const refused = createRoute(context, owner.actor, { ...article('/refused'), ...change })
    await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  })
})
