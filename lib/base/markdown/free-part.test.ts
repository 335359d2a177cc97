import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { formattedLimits } from './bounded-parser'
import { joinAtDivider, splitAtDivider } from './free-part'
import { unreadIn } from './parse-markdown'

describe('the divider of a text', () => {
  it.each([
    ['Free.\n\n<!-- more -->\n\nPaid.', 'Free.', 'Paid.'],
    ['Free.\n<!--more-->\nPaid.', 'Free.', 'Paid.'],
    ['Free.\r\n\r\n  <!-- MORE -->  \r\n\r\nPaid.', 'Free.', 'Paid.'],
    ['Free.\r<!--\tMore\n-->\rPaid.', 'Free.\r', 'Paid.'],
    ['<!-- more -->\n\nPaid.', '', 'Paid.'],
    ['Free.\n\n<!-- more -->', 'Free.', ''],
    ['A\n\n<!-- more -->\n\nB\n\n<!-- more -->\n\nC', 'A', 'B\n\n<!-- more -->\n\nC'],
    ['```html\n<!-- more -->\n```\n\nB\n\n<!-- more -->\n\nC', '```html\n<!-- more -->\n```\n\nB', 'C'],
    ['`<!-- more -->`\n\n    <!-- more -->\n\n<!-- more -->\nC', '`<!-- more -->`\n\n    <!-- more -->', 'C'],
    ['- A\n\n<!-- more -->\n\nB', '- A', 'B'],
    ['A\n\n<!-- more -->\n\nB <!-- more -->', 'A', 'B <!-- more -->'],
    ['> A\n<!-- more -->\nB', '> A', 'B'],
  ])('is found in %j', (text, free, paid) => expect(splitAtDivider(text)).toEqual({ free, paid }))

  it.each([
    'All of it.',
    '    <!-- more -->',
    '```\n<!-- more -->\n```',
    '```\n<!-- more -->\n',
    '~~~~\n~~~\n<!-- more -->\n',
    '<!-- more',
    '<!-- more or less -->',
    '<!-- an outer\n<!-- more -->',
    '$$\n<!-- more -->\n$$',
    '\\<!-- more -->',
  ])('is not in %j', (text) => expect([splitAtDivider(text), unreadIn(text)]).toEqual([null, []]))

  it('is not looked for where a text is shown as it was written', () =>
    expect(splitAtDivider(`${'a\n'.repeat(formattedLimits.lines)}\n<!-- more -->\nB`)).toBeNull())

  it.each([
    'Write <!-- more --> there.',
    'A line\n    <!-- more -->\nand its end.',
    '<!-- more --> Words.',
    '<!-- note --><!-- more -->\n\nB',
    '> <!-- more -->\n\nB',
    '- A\n\n  <!-- more -->\n\nB',
    '# A <!-- more -->\n\nB',
    '[^1]: A note.\n<!-- more -->\n\nB',
    '| A |\n|---|\n| <!-- more --> |',
  ])('within something else leaves nothing free, and is told: %j', (text) =>
    expect([splitAtDivider(`A\n\n${text}\n\n<!-- more -->\n\nC`), unreadIn(text)]).toEqual([null, ['<!-- more -->']]),
  )
})

describe('parts as one text', () => {
  it.each([
    ['```\nFree code', '<!-- more -->\n\nPaid.'],
    ['<!-- Free note', 'Paid.\n\n<!-- more -->\n\nMore.'],
    ['~~~\nFree code', '~~~\n\nPaid.\n\n<!-- more -->\n\nMore.'],
  ])('never have a larger free part than before: %j', (free, paid) => {
    const whole = joinAtDivider(free, paid)
    expect(splitAtDivider(whole)).toEqual({ free: '', paid: whole.slice('<!-- more -->\n\n'.length) })
  })

  it('come apart again as they were, or all of them is paid', () => {
    const words = ['a', ' ', '\n', '\n\n', '```', '<!--', 'more', '-->', '<!-- more -->', '- ', '> ', '[^1]: ', '---\n']
    const part = fc.array(fc.constantFrom(...words)).map((all) => all.join(''))
    fc.assert(
      fc.property(part, part, (free, paid) => {
        const whole = joinAtDivider(free, paid)
        const parts = splitAtDivider(whole) ?? { free: '', paid: whole }
        if (parts.free !== '' || !/```|-->|[->:]/.test(free)) expect(parts).toEqual({ free, paid })
      }),
      { numRuns: soakOr(5_000, 300) },
    )
  })
})
