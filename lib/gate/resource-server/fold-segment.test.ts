import { expect, it } from 'vitest'
import { foldSegment } from './fold-segment'

it.each([
  ['Admin', 'admin'],
  ['admin.', 'admin'],
  ['admin%20', 'admin'],
  ['admin.json', 'admin'],
  ['%EF%BD%81dmin', 'admin'],
  ['gpt-4.5', 'gpt-4.5'],
  ['.env', '.env'],
  ['a%2Ba', 'a%2Ba'],
])('takes %s for %s', (segment, folded) => expect(foldSegment(segment)).toBe(folded))
