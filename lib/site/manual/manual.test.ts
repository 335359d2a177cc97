import { readdirSync } from 'node:fs'
import type { Element, Root } from 'hast'
import { describe, expect, test } from 'vitest'
import { buildManual } from './build-manual'
import { readManual } from './read-manual'

const elementsOf = (node: Root | Element): Element[] =>
  node.children.flatMap((child) => (child.type === 'element' ? [child, ...elementsOf(child)] : []))

const one = (markdown: string) => {
  const contents = [{ title: 'sell' as const, pages: ['selling', 'api', 'decisions/tsx'] }]
  const texts = { selling: `# Selling\n\n${markdown}`, api: '# The API', 'decisions/tsx': '# Why tsx' }
  const [page] = buildManual({
    contents,
    texts,
    drawings: { '/diagrams/a.svg': '<svg width="7" height="5">' },
  }).pages
  if (!page) throw new Error('Expected a page.')
  return elementsOf(page.tree)
}
const linksOf = (markdown: string) =>
  one(markdown)
    .filter(({ tagName }) => tagName === 'a')
    .map(({ properties }) => properties.href)

describe('the documents of this release', () => {
  test('all stand in the contents, once', async () => {
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    const slugs = files.filter((file) => file.endsWith('.md')).map((file) => file.replace(/\.md$/, ''))
    const { pages } = await readManual()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugs.sort())
  })

  test('link to pages and anchors that exist', async () => {
    const { pages } = await readManual()
    const targets = new Set(['/docs#decisions'])
    for (const { slug, tree } of pages) {
      targets.add(`/docs/${slug}`)
      for (const { properties } of elementsOf(tree)) if (properties.id) targets.add(`/docs/${slug}#${properties.id}`)
    }
    const links = pages.flatMap(({ slug, tree }) =>
      elementsOf(tree)
        .filter(({ tagName }) => tagName === 'a')
        .map(({ properties }) => String(properties.href))
        .map((href) => (href.startsWith('#') ? `/docs/${slug}${href}` : href)),
    )
    const inside = links.filter((href) => href.startsWith('/docs'))
    expect(inside.length).toBeGreaterThan(20)
    expect(inside.filter((href) => !targets.has(href))).toEqual([])
  })
})

describe('links of a document', () => {
  test('lead to the pages of other documents, with their anchors', () => {
    expect(
      linksOf('[a](api.md#keys) [b](decisions/tsx.md) [c](decisions/) [d](#here) [e](/api/v1/openapi.json)'),
    ).toEqual(['/docs/api#keys', '/docs/decisions/tsx', '/docs#decisions', '#here', '/api/v1/openapi.json'])
  })

  test('to other files are words', () => {
    expect(linksOf('[a](../SECURITY.md) [b](javascript:alert(1)) [c](data:text/html,x)')).toEqual([])
  })
})

test('a drawing keeps its place before it arrives', () => {
  const image = one('![A box](../public/diagrams/a.svg)').find(({ tagName }) => tagName === 'img')
  expect(image?.properties).toMatchObject({ src: '/diagrams/a.svg', alt: 'A box', width: 7, height: 5 })
})

test('headings and the codes that begin a row have anchors, no two the same', () => {
  const elements = one(
    '## Two words!\n\n## Two words\n\n| Code | Why |\n| --- | --- |\n| `NOT_FOUND` | a |\n| `NOT_FOUND`, `GONE` | b |',
  )
  const ids = elements.map(({ properties }) => properties.id).filter(Boolean)
  expect(ids).toEqual(['two-words', 'two-words-1', 'NOT_FOUND', 'GONE'])
})
