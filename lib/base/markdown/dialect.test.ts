import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'
import { parseMarkdown, unreadIn } from './parse-markdown'

const htmlOf = (text: string) => toHtml(parseMarkdown(text)).replaceAll('\n', ' ')
const math = (written: string) => `<code class="math">${written.replaceAll('&', '&#x26;')}</code>`

describe('a formula', () => {
  it.each([
    [
      String.raw`so $q(\mathbf{x}_{t}|\mathbf{x}_{0})$ is`,
      `<p>so ${math(String.raw`$q(\mathbf{x}_{t}|\mathbf{x}_{0})$`)} is</p>`,
    ],
    [String.raw`$a \, b \\ c$, $*x*$`, `<p>${math(String.raw`$a \, b \\ c$`)}, ${math('$*x*$')}</p>`],
    [String.raw`in $$a_1 * b_1$$ here`, `<p>in ${math('$$a_1 * b_1$$')} here</p>`],
    ['$$\nx_1\n- y_2 & z_3\n+ w\n$$', `<pre tabindex="0">${math('$$ x_1 - y_2 & z_3 + w $$')}</pre>`],
    ['$$a_1$$\n\n*b*', `<pre tabindex="0">${math('$$a_1$$')}</pre><p><em>b</em></p>`],
    ['- a\n\n  $$\n  x_1\n  $$', `<ul><li><p>a</p><pre tabindex="0">${math('$$ x_1 $$')}</pre></li></ul>`],
  ])('stays as it was written: %j', (text, html) => expect(htmlOf(text)).toBe(html))

  it.each([
    ['$5 and *$6*', '<p>$5 and <em>$6</em></p>'],
    ['US$5/US$6, A$ *or* B$', '<p>US$5/US$6, A$ <em>or</em> B$</p>'],
    [String.raw`\$a_1_ *b* $`, '<p>$a_1_ <em>b</em> $</p>'],
    ['`$a$` $', '<p><code>$a$</code> $</p>'],
    ['$$\n\n*a*', '<p>$$</p><p><em>a</em></p>'],
  ])('is nothing else: %j', (text, html) => expect(htmlOf(text)).toBe(html))
})

describe('a footnote', () => {
  const mark = (number: number) => `<sup><a href="#at-text-note_${number}">${number}</a></sup>`

  it('stands below the text, where its marks lead to', () => {
    expect(htmlOf('A[^1] and B[^long].\n\n[^1]: One.\n[^long]: Two\n  *lines*.\n\n    And more.\n\nC[^1].')).toBe(
      `<p>A${mark(1)} and B${mark(2)}.</p><p>C${mark(1)}.</p><hr><ol><li id="at-text-note_1"><p>One.</p></li>` +
        '<li id="at-text-note_2"><p>Two <em>lines</em>.</p><p>And more.</p></li></ol>',
    )
  })

  it.each(['[^1]: https://a.example', '[^1]: Word', 'Text.[^1]\n[^1]: Word', '- [^1]: Word', '> a\n>\n> [^1]: Word'])(
    'never vanishes: %j',
    (text) => expect(htmlOf(text)).toMatch(/<li id="at-text-note_1"><p>.*(Word|a\.example).*<\/p><\/li><\/ol>$/),
  )

  it('has another id in another text of the same page', () =>
    expect(toHtml(parseMarkdown('[^1]\n\n[^1]: B', undefined, 'b'))).toMatch(/"#at-b-note_1".*<li id="at-b-note_1">/s))

  it('is a mark as it was written where there is no note', () => {
    expect(htmlOf('A[^1] `[^1]`\n\n    [^1]: code')).toBe(
      '<p>A[^1] <code>[^1]</code></p><pre tabindex="0"><code>[^1]: code </code></pre>',
    )
    expect(htmlOf('[^1]: a [^2]: b[^1]')).toContain(`a [^2]: b${mark(1)}`)
  })
})

it.each([
  ['- [ ] a\n- [x] b\n- [y] c', '<ul><li>☐ a</li><li>☑ b</li><li>[y] c</li></ul>'],
  ['> [!NOTE]\n> *a*', '<blockquote><p><strong>NOTE</strong><br><em>a</em></p></blockquote>'],
  ['> [!TIP]', '<blockquote><p><strong>TIP</strong>  </p></blockquote>'],
  ['[ ] a [!NOTE]\n\n> [!OTHER]', '<p>[ ] a [!NOTE]</p><blockquote><p>[!OTHER]</p></blockquote>'],
])('marks of lists and quotes are shown: %j', (text, html) => expect(htmlOf(text).replaceAll(/> </g, '><')).toBe(html))

describe('a part to unfold', () => {
  it.each([
    [
      'A\n<details>\n<summary>*More* of it</summary>\n\n## B\n\n- c\n\n</details>\nD',
      '<p>A</p><details><summary><em>More</em> of it</summary><h2>B</h2><ul><li>c</li></ul></details><p>D</p>',
    ],
    ['<DETAILS open><summary>\na\n</summary>b</Details >', '<details open><summary><p>a</p></summary>b</details>'],
    ['- <details>\n  a\n  </details>\n- b', '<ul><li><details>a</details></li><li>b</li></ul>'],
    ['<details>\n<details>\na\n</details>\n</details>', '<details><details><p>a</p></details></details>'],
  ])('is one of the page: %j', (text, html) =>
    expect([htmlOf(text).replaceAll(/> </g, '><'), unreadIn(text)]).toEqual([html, []]),
  )

  it.each([
    ['<details>\n<summary>a</summary>\n\n# b', ['<details>'], '&#x3C;details>a<h2>b</h2>'],
    ['> <details>\n> a\n\n</details>', ['<details>', '</details>'], '&#x3C;/details>'],
    ['</details>\n<details>', ['</details>', '<details>'], '&#x3C;details>'],
    ['<details onclick="ran()" class="x">\na\n</details>', ['</details>', '<details onclick="ran()" class="x">'], ''],
    [
      '<details>\n<script>ran()</script>\n<style>*{}</style>\n</details>',
      ['<script>', '</script>', '<style>', '</style>'],
      '<details><p>&#x3C;script>ran()&#x3C;/script>',
    ],
    ['<details>\n<summary>\na\n</details>', ['<details>', '<summary>', '</details>'], ''],
  ])('without its other half, or with more in it, stays as it was written, and is told: %j', (text, unread, html) => {
    expect(unreadIn(text).toSorted()).toEqual(unread.toSorted())
    expect(htmlOf(text)).toContain(html)
  })
})

it('tells what a page shows as it was written, and nothing that it formats', () => {
  expect(
    unreadIn('A <kbd>K</kbd> `<b>` {{< figure >}}\n\n![a](./a.png) [x](/x) [y](#y)\n\n:::tip\n\n<Chart data={1} />'),
  ).toEqual(['<kbd>', '</kbd>', '{{< figure >}}', './a.png', '/x'])
  expect(unreadIn("import A from './a'\n\n{% raw %}")).toEqual(["import A from './a'", '{% raw %}'])
  expect(unreadIn('# A\n\n1 < 2 > 0, *b* [c](https://c.example) $a<b>c$[^1]\n\n[^1]: d\n\n```\n<b>\n```')).toEqual([])
})
