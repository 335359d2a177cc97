import { expect, it } from 'vitest'
import { renderMarkdown } from './render-markdown'

it('renders what Markdown is for', () => {
  expect(renderMarkdown('## A *b*\n\n- c [d](https://e.example/?f=1&g=2)')).toBe(
    '<h2>A <em>b</em></h2>\n<ul>\n<li>c <a href="https://e.example/?f=1&amp;g=2" rel="nofollow noopener noreferrer">d</a></li>\n</ul>\n',
  )
})

it.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '[a](/dashboard)',
  '![a](https://pixel.example/a.png)',
  '![a" onerror="alert(1)](https://pixel.example/a.png)',
  '[a](https://b.example/"onmouseover="alert(1))',
  '<javascript:alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  '<!-- --><style>*{display:none}</style>',
  '[a]: javascript:alert(1)\n\n[a]',
  '```"><script>\nalert(1)\n```',
])('makes nothing that runs or loads of %j', (markdown) => {
  const html = renderMarkdown(markdown)
  const tags = html.match(/<[^>]*>/g) ?? []
  const allowed = /^<\/?(p|em|strong|code|pre|ul|ol|li|h[1-6]|blockquote|hr|br|del|table|thead|tbody|tr|th|td)>$/
  const link = /^<a href="(https?:\/\/|mailto:)[^"<>]*" rel="nofollow noopener noreferrer">$|^<\/a>$/
  const code = /^<code class="language-[^"<>]*">$/
  expect(tags.filter((tag) => !allowed.test(tag) && !link.test(tag) && !code.test(tag))).toEqual([])
})
