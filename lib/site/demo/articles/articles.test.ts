import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseDollars } from '@/lib/base/x402/money'
import { articleDocument, parseSections, splitSections, takeSections } from './article-document'
import { articles, findArticle, readArticleText } from './articles'

const slugs = articles.map(({ slug }) => slug)

describe('the list of articles', () => {
  it('has one text for each article and no text without one', () => {
    const files = readdirSync(new URL('./texts/', import.meta.url)).sort()
    expect(files).toEqual(slugs.map((slug) => `${slug}.md`).sort())
  })

  it.each(slugs)('%s: none of the paid text stands in the free part', async (slug) => {
    const article = findArticle(slug)
    const free = `${article?.standfirst} ${article?.opening.join(' ')}`
    const sentences = (await readArticleText(slug)).split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > 40)
    expect(sentences.filter((sentence) => free.includes(sentence))).toEqual([])
  })

  it('has a metered article whose ceiling is the price of all its sections', async () => {
    const metered = articles.filter(({ price }) => price.kind === 'metered')
    expect(metered).toHaveLength(1)
    for (const { slug, price } of metered) {
      if (price.kind !== 'metered') continue
      expect(splitSections(await readArticleText(slug))).toHaveLength(price.sections)
      expect(parseDollars(price.maximumDollars, 6)).toBe(
        parseDollars(price.dollarsPerSection, 6) * BigInt(price.sections),
      )
    }
  })

  it('reads no file for a slug that it does not know', async () => {
    await expect(readArticleText('../../package')).rejects.toThrow('slug')
  })
})

describe('sections', () => {
  const text = 'Before.\n\n## One\n\nFirst.\n\n## Two\n\nSecond ## not a heading.\n'

  it('start at their headings', () => {
    expect(splitSections(text)).toEqual(['Before.', '## One\n\nFirst.', '## Two\n\nSecond ## not a heading.'])
  })

  it('can be taken from the start', () => {
    expect(takeSections(text, 2)).toBe('Before.\n\n## One\n\nFirst.')
  })

  it.each([
    [null, 5],
    ['1', 1],
    ['5', 5],
    ['6', null],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['01', null],
    [' 2', null],
    ['1e0', null],
  ])('%s asks for %s', (value, count) => {
    expect(parseSections(value, 5)).toBe(count)
  })
})

describe('the bought document', () => {
  it('escapes plain text and carries the text and the styles', () => {
    const [article] = articles
    if (!article) throw new Error('Expected an article.')
    const html = articleDocument({
      article: { ...article, title: 'A <b> & "c"', opening: ['1 < 2'] },
      text: '## Two words\n\nA *leaning* word.',
      styles: ':root { --paper: white }',
    })
    expect(html).toContain('<h1>A &#x3C;b> &#x26; "c"</h1>')
    expect(html).toContain('<p>1 &#x3C; 2</p>')
    expect(html).toContain('<h2>Two words</h2><p>A <em>leaning</em> word.</p>')
    expect(html).toContain(':root { --paper: white }')
    expect(html).not.toContain('<script')
  })
})
