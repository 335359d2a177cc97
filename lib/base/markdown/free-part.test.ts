import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { joinAtDivider, splitAtDivider } from './free-part'

describe('the divider of a text', () => {
  it.each([
    ['Free.\n\n<!-- more -->\n\nPaid.', { free: 'Free.', paid: 'Paid.' }],
    ['Free.\n<!--more-->\nPaid.', { free: 'Free.', paid: 'Paid.' }],
    ['Free.\r\n\r\n  <!-- MORE -->  \r\n\r\nPaid.', { free: 'Free.', paid: 'Paid.' }],
    ['<!-- more -->\n\nPaid.', { free: '', paid: 'Paid.' }],
    ['Free.\n\n<!-- more -->', { free: 'Free.', paid: '' }],
    ['A\n\n<!-- more -->\n\nB\n\n<!-- more -->\n\nC', { free: 'A', paid: 'B\n\n<!-- more -->\n\nC' }],
  ])('is found in %j', (text, parts) => expect(splitAtDivider(text)).toEqual(parts))

  it.each([
    'All of it.',
    'Write <!-- more --> there.',
    '    <!-- more -->',
    '<!-- more',
    '<!-- more or less -->',
    '> <!-- more -->',
  ])('is not in %j', (text) => expect(splitAtDivider(text)).toBeNull())

  it('joins parts so that they come apart again as they were', () => {
    const part = fc
      .array(fc.constantFrom('a', ' ', '\n', '\n\n', '```', '<!--', 'more', '-->', '<!-- more -->'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(part, part, (free, paid) => {
        fc.pre(splitAtDivider(free) === null)
        const joined = joinAtDivider({ free, paid })
        expect(splitAtDivider(joined) ?? { free: '', paid: joined }).toEqual({ free, paid })
      }),
      { numRuns: soakOr(2_000, 300) },
    )
  })
})
