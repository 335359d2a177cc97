import fc from 'fast-check'
import type { Nodes } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'
import { soakOr } from '@/development/testing/soak'
import { userCpuMs } from '@/development/testing/user-cpu-ms'
import { imagesNamedIn } from './images'
import { parseMarkdown } from './parse-markdown'
import { hostileTexts } from './testing/hostile-texts'

const permitted: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...'em strong s sup hr br'.split(' ').map((name) => [name, []]),
  ...'p ul blockquote table thead tbody tr'.split(' ').map((name) => [name, ['dir']]),
  ...'h2 h3 h4 h5 h6'.split(' ').map((name) => [name, ['dir', 'dataDoubtful']]),
  ['details', ['dir', 'open']],
  ['summary', []],
  ['a', ['href', 'rel', 'id']],
  ['code', ['className']],
  ['li', ['id', 'dir']],
  ['ol', ['start', 'dir']],
  ['pre', ['tabIndex']],
  ['th', ['align', 'dir']],
  ['td', ['align', 'dir']],
])

/** Forbidden parts of a tree, and the words of nested links. */
function forbiddenIn(node: Nodes, isInLink = false): string[] {
  if (node.type === 'text') return []
  if (node.type === 'root') return node.children.flatMap((child) => forbiddenIn(child))
  if (node.type !== 'element') return [node.type]
  const { tagName, properties, children } = node
  const isLink = tagName === 'a'
  const attributes = Object.keys(properties).filter((name) => !permitted[tagName]?.includes(name))
  const href = String(properties.href)
  const isOutward =
    !isLink ||
    href.startsWith('#at-') ||
    (properties.href === undefined && String(properties.id).startsWith('at-')) ||
    (/^(https?:\/\/|mailto:)/.test(href) && properties.rel !== undefined)
  return [
    ...(Object.hasOwn(permitted, tagName) ? [] : [tagName]),
    ...attributes,
    ...(isOutward ? [] : [String(properties.href)]),
    ...(isLink && isInLink ? ['a link in a link'] : []),
    ...children.flatMap((child) => forbiddenIn(child, isInLink || isLink)),
  ]
}

/** Tags in the written HTML that are not in the tree. */
const smuggledInto = (html: string): string[] =>
  (html.match(/<[^>]*>/g) ?? []).filter((tag) => !Object.hasOwn(permitted, /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? ''))

const vectors = Object.entries(hostileTexts).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })))

const own = '0d1c7a52-6f3b-4d7e-9a51-3c2b1f0e8d44'
const other = own.replace('0d', 'ff')
const images = new Map([[own, { src: `/image/${own}/800`, srcSet: `/image/${own}/800 800w`, width: 800, height: 600 }]])
const shown = (alt: string) =>
  `<img src="/image/${own}/800" srcset="/image/${own}/800 800w" width="800" height="600" sizes="(max-width: 46rem) 100vw, 44rem" alt="${alt}">`

describe('an image of a text', () => {
  it.each([
    [`![A *plum*](image:${own})`, `<p>${shown('A plum')}</p>`],
    [
      `![A \\[red\\] \`wall\`\nof [brick](https://a.example)](image:${own})`,
      `<p>${shown('A [red] wall of brick')}</p>`,
    ],
    [`![" onerror="ran()](image:${own} "x")`, `<p>${shown('&#x22; onerror=&#x22;ran()')}</p>`],
    [`![<script>ran()</script>][p]\n\n[p]: image:${own}`, `<p>${shown('<script>ran()</script>')}</p>`],
    [`[![a](image:${own})](javascript:ran())`, `<p>${shown('a')}</p>`],
    [`<img src="image:${own}" onerror="ran()">`, `<p>&#x3C;img src="image:${own}" onerror="ran()"></p>`],
    [`![a](image:${other})`, '<p>a</p>'],
    [`![](image:${other})`, '<p></p>'],
    [`![a](image:${own}/../../admin)`, '<p>a</p>'],
    [`![a](image:${own.toUpperCase()})`, '<p>a</p>'],
    [`![a](/image/${own}/800)`, '<p>a</p>'],
    ['![a](data:image/webp;base64,AAAA)', '<p>a</p>'],
    ['![a](image:__proto__)', '<p>a</p>'],
    [`[a](image:${own})`, '<p>a</p>'],
    [`\`![a](image:${own})\``, `<p><code>![a](image:${own})</code></p>`],
  ])('is one that the shop has, or its words: %s', (markdown, html) => {
    expect(toHtml(parseMarkdown(markdown, images))).toBe(html)
  })

  it.each(['javascript:ran()', 'https://evil.example/a.png', '//evil.example/a.png', 'data:image/svg+xml;base64,AAAA'])(
    'is dropped where its address is not of this site: %s',
    (src) => {
      const hostile = new Map([[own, { src, srcSet: `${src} 800w`, width: 1, height: 1 }]])
      expect(toHtml(parseMarkdown(`![a](image:${own})`, hostile))).toBe(
        '<p><img width="1" height="1" sizes="(max-width: 46rem) 100vw, 44rem" alt="a"></p>',
      )
    },
  )

  it('is told from what only looks like one', () => {
    const text = `![a](image:${own}) and ![b][p]\n\n- ![c](image:${other})\n\n[x](image:${own}) \`![d](image:${own})\`\n\n[p]: image:${own}`
    expect(imagesNamedIn(text)).toEqual([own, own, other])
  })
})

/** An honest text about as long as the hostile ones, and what it costs here. */
const honest =
  `## Roads\n\nA *toll* is [paid](https://e.example/).\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- c\n\n${'A plain sentence of it. '.repeat(40)}\n\n`.repeat(
    400,
  )
const msOfHonest = userCpuMs(() => void toHtml(parseMarkdown(honest)))

describe('a hostile text', () => {
  it('becomes a tree of the allow-list, in each form', () => {
    for (const { kind, text } of vectors) {
      const tree = parseMarkdown(text)
      expect([kind, text, ...forbiddenIn(tree), ...smuggledInto(toHtml(tree))]).toEqual([kind, text])
    }
  })

  it('becomes one also where parts of all forms are mixed', () => {
    const pieces = ['<', '>', '`', '*', '_', '~', '[', ']', '(', ')', '!', '"', "'", '|', '\n', '- ', '> ', '    ', '#']
    const words = ['javascript:', 'https://a.example', 'onerror=ran()', 'svg', '/x', '&#106;', '\u0000', '&lt;', '://']
    const all = vectors.map(({ text }) => text)
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces, ...words, ...all), fc.string({ unit: 'binary' })))
    fc.assert(
      fc.property(text, (parts) => {
        const tree = parseMarkdown(parts.join(''))
        expect([...forbiddenIn(tree), ...smuggledInto(toHtml(tree))]).toEqual([])
      }),
      { numRuns: soakOr(1_000, 100) },
    )
  })

  it.each([
    ['nested lists', '- '.repeat(100_000)],
    ['nested quotes', '> '.repeat(100_000)],
    ['unclosed brackets', '[!['.repeat(60_000)],
    ['emphasis in emphasis', `${'*a **a '.repeat(20_000)}${'**'.repeat(20_000)}`],
    ['a wide table', `${'|a'.repeat(20_000)}\n${'|-'.repeat(20_000)}\n${'|b\n'.repeat(20_000)}`],
    ['short rows in a wide table of a small text', `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${'|b\n'.repeat(600)}`],
    ['many small tables', 'a|b\n-|-\n> c\n'.repeat(40_000)],
    ['a long table', 'a|b\n-|-\n'.repeat(62_500)],
    ['a head without a table', `a|b\n${'-'.repeat(400_000)}x`],
    ['one address', 'javascript://evil.example/%0aran()'.repeat(14_700)],
    ['brackets without end', '!['.repeat(250_000)],
    ['lists in lists in every line', `${'- '.repeat(90)}a\n\n`.repeat(2_700)],
    ['short lines', 'a\n'.repeat(250_000)],
    ['short paragraphs', 'a\n\n'.repeat(166_000)],
    ['unclosed comments', '<!--'.repeat(50_000)],
    ['formulas', '$a$ '.repeat(125_000)],
    ['formulas without an end', '$a'.repeat(250_000)],
    ['blocks of formulas without an end', '$$a\n\n'.repeat(100_000)],
    ['parts to unfold in parts to unfold', '<details>\n'.repeat(10_000) + '</details>\n'.repeat(10_000)],
    ['parts to unfold without an end', '<details><summary>'.repeat(27_000)],
    ['ends of parts to unfold', `${'<details>\n<summary>\n'.repeat(6_000)}${'</details>\n'.repeat(6_000)}`],
    ['footnotes', '[^a]: b\n'.repeat(60_000)],
    ['footnotes in footnotes', '[^a]: '.repeat(80_000)],
    ['footnotes in lists', `${'- '.repeat(50)}[^a]: b\n\n`.repeat(4_000)],
    ['marks of one footnote', `[^a]: b\n\n${'[^a]'.repeat(120_000)}`],
    ['code spans of all lengths', Array.from({ length: 500 }, (_, length) => '`'.repeat(length)).join(' ')],
  ])('costs time and memory in proportion to its length: %s', (_what, text) => {
    let html = ''
    const ms = userCpuMs(() => void (html = toHtml(parseMarkdown(text))))
    expect(ms / msOfHonest).toBeLessThan(10)
    expect(html.length).toBeLessThan(2_500_000)
    expect(html.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(45_000)
  })
})

describe('a text too large to format', () => {
  it('is shown as it was written, completely', () => {
    for (const text of [
      'a\n'.repeat(30_000),
      'a\n\n'.repeat(30_000),
      '*a*_b_ '.repeat(20_000),
      'a|b\n-|-\n'.repeat(30_000),
    ]) {
      expect(toHtml(parseMarkdown(`${text}The end of it.`))).toContain('The end of it.')
    }
  })

  it('makes no more of a teaser than a teaser', () => {
    const teaser = `${'|a'.repeat(600)}\n${'|-'.repeat(600)}\n${'|b\n'.repeat(500)}`
    expect(toHtml(parseMarkdown(teaser)).match(/<[a-z]/g)?.length).toBeLessThan(2_500)
  })

  it('is nothing of a long honest text', () => {
    const html = toHtml(parseMarkdown(honest))
    expect([html.match(/<h2>/g), html.match(/<a /g), html.match(/<td>1/g)].map((found) => found?.length)).toEqual([
      400, 400, 400,
    ])
    expect(html).not.toContain('<pre')
  })
})

it.each([
  ['## A *b*\n\n- c **d**', '<h2>A <em>b</em></h2><ul><li>c <strong>d</strong></li></ul>'],
  [
    '[d](https://e.example/?f=1&g=2)',
    '<p><a href="https://e.example/?f=1&#x26;g=2" rel="nofollow noopener noreferrer ugc">d</a></p>',
  ],
  [
    '![a](https://e.example/a.png)',
    '<p><a href="https://e.example/a.png" rel="nofollow noopener noreferrer ugc">a</a></p>',
  ],
  ['3. a\n4. ~~b~~\n\n> c', '<ol start="3"><li>a</li><li><s>b</s></li></ol><blockquote><p>c</p></blockquote>'],
  ['```ts\nlet a = 1 < 2\n```', '<pre tabindex="0"><code>let a = 1 &#x3C; 2\n</code></pre>'],
  [
    '| a | b |\n|--:|---|\n| 1 | `2` |',
    '<table><thead><tr><th align="right">a</th><th>b</th></tr></thead><tbody><tr><td align="right">1</td><td><code>2</code></td></tr></tbody></table>',
  ],
  ['a <b>c</b>', '<p>a &#x3C;b>c&#x3C;/b></p>'],
  ['# A\n\n## B\n\n###### C', '<h2>A</h2><h3>B</h3><h6>C</h6>'],
  ['See README.md.', '<p>See README.md.</p>'],
])('an honest text %j is shown as it is meant', (text, html) => {
  expect(toHtml(parseMarkdown(text))).toBe(html)
})
