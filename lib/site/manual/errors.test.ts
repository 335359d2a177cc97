import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { refusals } from '@/lib/base/infra/domain-error'
import { readManual } from './read-manual'

/** The names of a union's or object's members, as its file writes them. */
function codesIn(file: string, declaration: string): string[] {
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(declaration)
  expect(from, `${declaration} in ${file}`).toBeGreaterThan(-1)
  const body = text.slice(from, text.indexOf('\n\n', from))
  const members = [...body.matchAll(/^ {2}(?:\| '(\w+)'|\w+: '(\w+)'|(\w+): \d+)/gm)]
  return members.map(([, union, value, key]) => union ?? value ?? key ?? '')
}

const known = new Set([
  ...Object.keys(refusals),
  ...codesIn('lib/base/infra/domain-error.ts', 'type FaultCode'),
  ...codesIn('lib/base/http/problem.ts', 'const answers'),
  ...codesIn('lib/base/x402/reasons.ts', 'export const reasons'),
  ...codesIn('lib/base/x402/payment-channel.ts', 'export const channelReasons'),
])

test('each code of an answer has its anchor on the page of errors, and no other has one', async () => {
  const page = (await readManual()).pages.find(({ slug }) => slug === 'errors')
  const anchors = [...JSON.stringify(page?.tree).matchAll(/"tagName":"code","properties":\{[^}]*"id":"(\w+)"/g)]
  const documented = anchors.map(([, id]) => id ?? '')
  expect(known.size).toBeGreaterThan(200)
  expect(documented.toSorted()).toEqual([...known].toSorted())
})

test('no code stands on the page of errors twice', () => {
  const cells: string[] = readFileSync('docs/errors.md', 'utf8').match(/^\| `[^|]+/gm) ?? []
  const codes = cells.flatMap((cell) => cell.match(/\w+/g) ?? [])
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
})
