import { expect, test } from 'vitest'
import { articleOfPost } from './article-of-post'

test('a post is divided at its own paywall, else after its first paragraph, and never further down', () => {
  const cases: [html: string, teaser: string, body: string][] = [
    ['<p>Free.</p><!--members-only--><p>Paid.</p>', 'Free.', 'Paid.'],
    ['<p>Free.</p><p>Too.</p><!--more--><p>Paid.</p>', 'Free.\n\nToo.', 'Paid.'],
    ['<p>Free.</p><div class="paywall-jump" data-x="1"></div><p>Paid.</p>', 'Free.', 'Paid.'],
    ['<p>Free.</p><span class="paywall"></span><p>Paid.</p>', 'Free.', 'Paid.'],
    ['<p>Free.</p><div><p>Near.</p><!--more--><p>Paid.</p></div>', 'Free.', 'Near.\n\nPaid.'],
    ['<h2>A</h2><p>Free.</p><p>Paid.</p>', '## A\n\nFree.', 'Paid.'],
    ['<!--members-only--><p>Paid.</p>', '', 'Paid.'],
    ['<p>All.</p>', '', 'All.'],
    ['<ul><li>a</li></ul>', '', '- a'],
    ['<p>Free.<p>Paid.', 'Free.', 'Paid.'],
    ['<p>a<b> </b>b<i></i> <a href="x"></a>c</p>', '', 'a b c'],
  ]
  for (const [html, teaser, body] of cases) expect(articleOfPost(html)).toMatchObject({ teaser, body })
})

test('a text keeps what Markdown can say, and tells what it cannot', () => {
  const html = `<p>One</p><p>A <a href="https://a.example">link</a>, <em>words</em>, <code>a_b</code>.</p>
    <table><tr><th>k</th></tr><tr><td>v</td></tr></table><pre><code>x &lt; y</code></pre>
    <figure><img src="https://a.example/p.png" alt="A pear"></figure>
    <iframe src="https://a.example"><p>inner</p></iframe><script>steal()</script><form><p>no</p></form>`
  const { body, images, leftOut } = articleOfPost(html, () => 'image:1')
  for (const part of ['[link](https://a.example)', '*words*', '`a_b`', '| k |', 'x < y', '![A pear](image:1)'])
    expect(body).toContain(part)
  expect(body).not.toMatch(/steal|inner|\bno\b/)
  expect([images, leftOut]).toEqual([['https://a.example/p.png'], ['iframe', 'script', 'form']])
})

test('a hostile text is refused, or takes time in proportion to its size', () => {
  expect(() => articleOfPost('<div>'.repeat(40))).toThrow('40 in each other')
  expect(() => articleOfPost('<br>'.repeat(4_001))).toThrow('4,000 elements')
  expect(() => articleOfPost('x'.repeat(500_001))).toThrow('500 kB')
  const comment = `<!--more${' '.repeat(400_000)}\nx-->`
  const empty = '<a href=x>,<span> </span>,<b><i></i> </b>,<x></x>,<meta>,<b hidden=1>x</b>,<i class=paywall></i>'
  for (const html of [comment, ...empty.split(',').map((each) => each.repeat(1_990))])
    expect(articleOfPost(`<p>${html}`).body.length, html.slice(0, 20)).toBeLessThan(500_000)
  for (const tag of ['b', 'a', 'span', 'blockquote', 'ul><li', 'table><tr><td']) {
    const around = `<${tag}>`.repeat(tag.includes('>') ? 12 : 36)
    const { teaser, body } = articleOfPost(`${around}${'<p>a <i>b</i></p>'.repeat(1_000)}`)
    expect((teaser + body).length, tag).toBeLessThan(1_000_000)
  }
})
