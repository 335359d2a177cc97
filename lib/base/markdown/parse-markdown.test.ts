import { toHtml } from 'hast-util-to-html'
import { describe, expect, it, vi } from 'vitest'
import { parseMarkdown } from './parse-markdown'

const htmlOf = (text: string) => toHtml(parseMarkdown(text))

describe('a link within a text', () => {
  it('leads to the heading that it names, as GitHub names them', () => {
    expect(
      htmlOf('[down](#what-it-costs) [der Größe nach](#größe)\n\n## What it *costs*?\n\n## Größe\n\n## Other'),
    ).toBe(
      '<p><a href="#at-text-what-it-costs">down</a> <a href="#at-text-größe">der Größe nach</a></p>' +
        '<h2><a id="at-text-what-it-costs"></a>What it <em>costs</em>?</h2><h2><a id="at-text-größe"></a>Größe</h2><h2>Other</h2>',
    )
    expect(htmlOf('[second](#a-1)\n\n## A\n\n## A')).toContain('<h2>A</h2><h2><a id="at-text-a-1"></a>A</h2>')
  })

  it('leads to one place, whatever else is named so in the text or in another one of the page', () => {
    const text = '[x](#note_1)[^1] [y](#note_1-1) [z](#b)\n\n# B\n\n# B-1\n\n# B\n\n# note_1\n\n[^1]: N'
    const both = `${htmlOf(text)}${toHtml(parseMarkdown(text, undefined, 'teaser'))}`
    const ids = [...both.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...both.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect([links.length, links.filter((id) => !ids.includes(id))]).toEqual([8, []])
  })

  it.each(['[x](#pay)', '[x](#)', '[x](#%ff)', '![x](#pay)'])(
    'is its words where there is no such heading: %s',
    (text) => {
      expect(htmlOf(text)).toBe('<p>x</p>')
    },
  )
})

describe('a comment', () => {
  it.each([
    ['<!-- a note -->\n\nText.', '<p>Text.</p>'],
    ['Before.\n<!-- two\n\nlines -->\nAfter.', '<p>Before.</p><p>After.</p>'],
    ['One <!-- small --> line.', '<p>One  line.</p>'],
    ['- item\n  <!-- note -->', '<ul><li>item</li></ul>'],
  ])('is not shown: %j', (text, html) => expect(htmlOf(text).replaceAll('\n', '')).toBe(html))

  it.each([
    ['    <!-- code -->', '<pre tabindex="0"><code>&#x3C;!-- code --></code></pre>'],
    ['`<!-- code -->`', '<p><code>&#x3C;!-- code --></code></p>'],
    ['<!-- no end', '<p>&#x3C;!-- no end</p>'],
    ['<!-- note --> and words', '<p> and words</p>'],
  ])('hides nothing else: %j', (text, html) => expect(htmlOf(text).replaceAll('\n', '')).toBe(html))

  it('costs no more than its text, however many never end', () => {
    const searching = vi.spyOn(String.prototype, 'indexOf')
    for (const text of ['<!-- a\n\n'.repeat(1_000), '<!-- a '.repeat(1_000)]) {
      searching.mockClear()
      parseMarkdown(text)
      const { calls, instances } = searching.mock
      const searched = calls.map(([wanted, from = 0], at) =>
        wanted === '-->' ? String(instances[at]).length - from : 0,
      )
      // Once as a text, and once as its paragraphs.
      expect(searched.reduce((sum, characters) => sum + characters)).toBeLessThanOrEqual(2 * text.length)
    }
    searching.mockRestore()
  })
})

it('runs each block in the direction of its letters', () => {
  expect(htmlOf('هذا نص عربي مع English\n\nEnglish\n\n- עברית\n- English\n\n## "1. مقدمة')).toBe(
    '<p dir="auto">هذا نص عربي مع English</p><p>English</p>' +
      '<ul dir="auto"><li>עברית</li><li>English</li></ul><h2 dir="auto">"1. مقدمة</h2>',
  )
})
