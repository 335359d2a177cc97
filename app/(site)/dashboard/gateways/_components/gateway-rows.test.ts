import { expect, it } from 'vitest'
import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import type { OperationInWords } from '../../_server/forms'
import { fieldOf, hasControl, mergeRows, operationsOf, readServiceForm, rowsOf } from './gateway-rows'

const operation: GatewayView['operations'][number] = {
  ...{ routeId: 'a', state: 'live', url: 'https://shop.test/x/me/api/files', method: 'POST', path: '/files' },
  ...{ title: 'Files', description: '', access: 'paid', dollars: '$0.10' },
  ...{ metering: { unit: 'event', dollars: '$0.01' }, chargeOn: 'no_error' as const },
  ...{ isStreaming: true, streamSeconds: 900, maxUploadBytes: 500_000_000 },
  ...{ mimeType: 'application/json', query: [], discovery: { isListed: true } },
}
const gateway: GatewayView = {
  ...{ version: 'v1', gatewayId: 'g', title: 'A service', prefix: '/api', networks: ['eip155:84532'] },
  upstream: { url: 'https://service.test', headerNames: ['X-Key'], timeoutMs: 30_000, maxBytes: 5_000_000 },
  operations: [operation],
  ...{ createdAt: new Date(0), updatedAt: new Date(0) },
}
const proposed: OperationInWords = {
  ...{ method: 'POST', path: '/files', title: 'Files', description: 'New words.', mimeType: 'application/json' },
  ...{ query: [], isStreaming: true, discovery: {}, change: 'changed', problem: null },
  ...{ unread: [], isCallable: true },
} as OperationInWords

it('saves a service that was only opened as it was, and one whose document was read again with its limits', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    title: 'A service',
    prefix: '/api',
    'upstream.url': 'https://service.test',
  }))
    form.set(name, value)
  form.append('networks', 'eip155:84532')
  const { headerNames: _kept, ...upstream } = gateway.upstream
  const { title, prefix, networks } = gateway
  expect(readServiceForm(form, gateway)).toEqual({ title, prefix, networks, upstream })

  form.set('isListed', 'on')
  form.set('POST /files dollars', '$0.10')
  const { routeId: _id, state: _state, url: _url, ...input } = operation
  expect(operationsOf(rowsOf(gateway), form)).toEqual([input])
  expect(operationsOf(mergeRows(rowsOf(gateway), [proposed]), form)).toEqual([{ ...input, description: 'New words.' }])
})

it('does not offer what cannot be called, unless its seller sells it already', () => {
  const lost = { ...proposed, unread: ['The cookie a is not passed on.'], isCallable: false }
  expect(mergeRows([], [lost])).toMatchObject([{ access: 'left_out', problem: null, unread: lost.unread }])
  expect(operationsOf(mergeRows([], [lost]), new FormData())).toEqual([])
  expect(mergeRows([], [{ ...lost, isCallable: true }])).toMatchObject([{ access: 'paid', unread: lost.unread }])
  expect(mergeRows(rowsOf(gateway), [lost])).toMatchObject([{ access: 'paid', unread: lost.unread }])
})

it('names a control as the server names its field, so that a fault finds it', () => {
  const [row] = rowsOf(gateway)
  if (!row) throw new Error('Expected the operation.')
  const [sent = {}] = operationsOf([row], new FormData())
  const shown = Object.keys(sent).filter((field) => hasControl(row, fieldOf(row, field)))
  expect(shown.toSorted()).toEqual(['access', 'dollars'])
})
