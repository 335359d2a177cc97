import { expect, it } from 'vitest'
import { findFormFault } from './find-request-fault'

const type = 'multipart/form-data; boundary=b'
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const sent = (body: string, headers: Record<string, string> = {}) =>
  new Request('https://site.example/dashboard', {
    method: 'POST',
    headers: { 'content-type': type, host: 'site.example', ...headers },
    body,
  })

it.each<[string, Request, string | null]>([
  ['a form', sent(`${field('title', 'Plums')}${field('body', 'x'.repeat(1_500_000))}--b--\r\n`), null],
  ['another body', sent('{}', { 'content-type': 'application/json' }), null],
  ['a form of another site', sent('', { origin: 'https://other.example' }), 'form_foreign'],
  ['a broken form', sent('--b\r\nnothing'), 'form_unreadable'],
  ['a form without a boundary', sent('', { 'content-type': 'multipart/form-data' }), 'form_unreadable'],
  ['a form larger than any page has', sent(`${field('body', 'x'.repeat(2_000_000))}--b--\r\n`), 'form_unreadable'],
])('%s', async (_name, request, fault) => expect(await findFormFault(request)).toBe(fault))

it.each([
  ['as many fields as fit', 2_000_000],
  ['an endless form of fields', 8_000_000],
])('takes bounded work for %s', async (_name, bytes) => {
  const request = sent(field('', '').repeat(Math.floor(bytes / field('', '').length)))
  const from = process.cpuUsage()
  expect(await findFormFault(request)).toBe('form_unreadable')
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(100)
})
