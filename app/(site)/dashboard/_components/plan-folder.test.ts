import { expect, test } from 'vitest'
import { translateIn } from '@/lib/messages/translate'
import { MOST_TEXTS, planFolder, withImages } from './plan-folder'

const t = translateIn('en', 'folderImport')

/** A file as a browser hands out one of a folder. */
function inFolder(path: string, content: string, type = 'text/markdown'): File {
  const file = new File([content], path.split('/').at(-1) ?? path, { type })
  Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return file
}
const image = (path: string) => inFolder(path, 'x', 'image/png')

test('reads the texts of a folder in the order of their paths, and passes over the rest', async () => {
  const { articles, refused } = await planFolder(t, [
    inFolder('blog/b.md', '---\ntitle: Second\nprice: 0.05\nslug: /two\n---\nFree.\n\n<!-- more -->\n\nPaid.\n'),
    inFolder('blog/a.markdown', '# First\n\nText.'),
    inFolder('blog/notes.txt', 'no'),
    inFolder('blog/.obsidian/plugin.md', 'no'),
    inFolder('blog/.hidden.md', 'no'),
  ])
  expect(refused).toEqual([])
  expect(articles).toEqual([
    {
      file: 'blog/a.markdown',
      title: 'First',
      teaser: '',
      body: 'Text.',
      price: '',
      path: '',
      images: [],
      missing: [],
    },
    {
      file: 'blog/b.md',
      title: 'Second',
      teaser: 'Free.',
      body: 'Paid.',
      price: '0.05',
      path: '/two',
      images: [],
      missing: [],
    },
  ])
})

test('finds images beside a text, above it, at the top and where sites keep them', async () => {
  const names = ['blog/posts/a.png', 'blog/up.jpg', 'blog/static/s.webp', 'blog/public/img/p.gif', 'blog/posts/b c.png']
  const text = [
    '![one](a.png) ![two](./a.png "A title") ![three](../up.jpg) ![four](/s.webp)',
    '![five](/img/p.gif) ![six](<b c.png>) ![seven](b%20c.png?w=3) ![eight](gone.png) ![nine](a.svg)',
    '![web](https://example.com/a.png) ![own](image:018f0000-0000-7000-8000-000000000000) [link](a.png)',
  ].join('\n')
  const { articles } = await planFolder(t, [inFolder('blog/posts/text.md', text), ...names.map(image)])
  expect(articles[0]?.images.map(({ written, file }) => [written, file.webkitRelativePath])).toEqual([
    ['a.png', 'blog/posts/a.png'],
    ['./a.png', 'blog/posts/a.png'],
    ['../up.jpg', 'blog/up.jpg'],
    ['/s.webp', 'blog/static/s.webp'],
    ['/img/p.gif', 'blog/public/img/p.gif'],
    ['<b c.png>', 'blog/posts/b c.png'],
    ['b%20c.png?w=3', 'blog/posts/b c.png'],
  ])
  expect(articles[0]?.missing).toEqual(['gone.png', 'a.svg'])
})

test('finds images among files that were chosen one by one', async () => {
  const { articles } = await planFolder(t, [inFolder('a.md', '![one](b.png)'), image('b.png')])
  expect(articles[0]?.images.map(({ written }) => written)).toEqual(['b.png'])
})

test('puts other addresses in the places of images alone', () => {
  const sent = new Map([['a.png', 'image:1']])
  expect(withImages('![a](a.png "b") [a](a.png) a.png ![a]( a.png ) ![](c.png)', sent)).toBe(
    '![a](image:1 "b") [a](a.png) a.png ![a]( image:1 ) ![](c.png)',
  )
})

test('says which texts it cannot read', async () => {
  const { articles, refused } = await planFolder(t, [
    inFolder('f/good.md', 'Text.'),
    inFolder('f/yaml.md', '---\ntitle: [\n---\nText.'),
    inFolder('f/empty.md', '# Title alone'),
    inFolder('f/large.md', 'x'.repeat(2_000_001)),
  ])
  expect(articles.map(({ file }) => file)).toEqual(['f/good.md'])
  expect(refused.map(({ file }) => file)).toEqual(['f/empty.md', 'f/large.md', 'f/yaml.md'])
  expect(refused.slice(0, 2).map(({ message }) => message)).toEqual([
    'It has no text to be paid for.',
    'It is larger than 2 MB.',
  ])
  expect(refused[2]?.message).toMatch(/flow/i)
})

test('leaves more texts than one go takes to the next', async () => {
  const many = Array.from({ length: MOST_TEXTS + 2 }, (_, at) =>
    inFolder(`f/${String(at).padStart(3, '0')}.md`, 'Text.'),
  )
  const { articles, refused } = await planFolder(t, many)
  expect([articles.length, refused.map(({ file }) => file)]).toEqual([MOST_TEXTS, ['f/200.md', 'f/201.md']])
})
